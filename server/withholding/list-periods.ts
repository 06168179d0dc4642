import { sql } from 'kysely'
import type { WithholdingPeriods } from '#contract/withholding/withholding.ts'
import { daysBetween, monthEnd, type Range } from '#ledger/calendar/calendar.ts'
import { vatPeriodId } from '#ledger/calendar/vat-periods.ts'
import { lawOn } from '#ledger/law/dated.ts'
import {
  unpaidMonths,
  withholdingDue,
  withholdingFine,
  withholdingReturnRules,
  withholdingStatementDue,
} from '#ledger/law/withholding-return.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { takenBackWithholding } from './take-back.ts'
import { type WithheldMonth, withheldMonths, withheldRows } from './withheld-rows.ts'

export type WithholdingPeriod = Range & {
  id: number
  kind: 'month' | 'year'
  base: string
  tax: string
  untyped: number
  is_filed: boolean
}

/** The months with payments that withhold tax, filed ones as filed, and the years they are of; the earliest first. */
export async function listWithholding(context: Context): Promise<WithholdingPeriod[]> {
  const [found, filed] = await Promise.all([
    withheldMonths(context),
    context.db
      .selectFrom('withholding_periods')
      .select(['id', 'kind', 'started_at as from', 'ended_at as to', 'base', 'tax'])
      .execute(),
  ])
  const asFiled = new Map(filed.map((row) => [row.id, row]))
  const months = new Map(found.map((month) => [vatPeriodId(month.to), month]))
  for (const row of filed) if (row.kind === 'month') months.set(row.id, { ...row, untyped: 0 })
  const years = Map.groupBy(months.values(), ({ to }) => Number(to.slice(0, 4)))
  const periodOf = (id: number, kind: 'month' | 'year', own: WithheldMonth): WithholdingPeriod => {
    const stored = asFiled.get(id)
    const { from, to, untyped } = own
    return {
      id,
      from,
      to,
      untyped,
      base: own.base,
      tax: own.tax,
      ...stored,
      kind,
      is_filed: stored !== undefined,
    }
  }
  return [
    ...[...months].map(([id, month]) => periodOf(id, 'month', month)),
    ...[...years].map(([year, of]) => periodOf(year, 'year', yearOf(year, of))),
  ].sort((a, b) => (a.to < b.to ? -1 : 1))
}

const yearOf = (year: number, months: readonly WithheldMonth[]): WithheldMonth => ({
  from: `${year}-01-01`,
  to: monthEnd(`${year}-12-01`),
  base: text(sum(months.map(({ base }) => base))),
  tax: text(sum(months.map(({ tax }) => tax))),
  untyped: months.reduce((all, { untyped }) => all + untyped, 0),
})

/** The page of returns: what each is due, by when, and what is unpaid of it with the fine that grew on it. */
export async function showWithholding(context: Context): Promise<Record<keyof WithholdingPeriods, unknown>> {
  const { today } = context
  const [periods, account, owed, filings, taken_back] = await Promise.all([
    listWithholding(context),
    withheldAccount(context),
    taxDue(context),
    filingsOf(context),
    takenBackWithholding(context),
  ])
  const months = periods.filter(({ kind }) => kind === 'month')
  const unpaid = unpaidMonths(months, owed)
  const shown = (period: WithholdingPeriod) => {
    const { id, kind, from, to, base, tax, untyped, is_filed } = period
    const due_on = dueOf(period)
    const left = unpaid.get(id) ?? zero
    const filing = filings.get(id)
    return {
      id,
      kind,
      from,
      to,
      base,
      tax,
      untyped,
      due_on,
      status: is_filed ? 'filed' : to < today ? 'open' : 'running',
      unpaid: text(left),
      fine: fineOf(context, period, is_filed ? left : null),
      filed_at: filing?.filed_at ?? null,
      filed_by: filing?.name ?? null,
      authority_reference: filing?.authority_reference ?? null,
    }
  }
  const latest = periods.toReversed()
  return {
    months: latest.filter(({ kind }) => kind === 'month').map(shown),
    years: latest.filter(({ kind }) => kind === 'year').map(shown),
    untyped: await untypedRows(context, months),
    taken_back,
    account,
  }
}

const dueOf = ({ kind, to }: WithholdingPeriod): string =>
  kind === 'month' ? withholdingDue(to) : withholdingStatementDue(to)

/** Of a month that is not filed all its tax is unpaid. */
function fineOf({ today, session }: Context, period: WithholdingPeriod, left: Decimal | null): string {
  const rule = lawOn(withholdingReturnRules, period.to)?.values
  if (period.kind === 'year' || !rule) return '0'
  const late = daysBetween(dueOf(period), today)
  return text(withholdingFine(left ?? period.tax, late, rule, session.organization.decimals))
}

/** What is owed to the authority today, of all months. */
async function taxDue(context: Context): Promise<Decimal> {
  const balances = await sumRole(context, context.today, 'WHT')
  return sum(balances.map(({ balance }) => balance)).neg()
}

async function filingsOf({ db }: Context) {
  const filed = await db
    .selectFrom('withholding_periods as filed')
    .leftJoin('users', 'users.id', 'filed.filed_by')
    .select(['filed.id', 'filed.filed_at', 'filed.authority_reference', 'users.name'])
    .execute()
  return new Map(filed.map((row) => [row.id, row]))
}

const withheldAccount = ({ db }: Context) =>
  db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('role', '=', 'WHT')
    .executeTakeFirstOrThrow()

async function untypedRows(context: Context, months: readonly WithholdingPeriod[]) {
  const open = months.filter(({ untyped, is_filed }) => untyped > 0 && !is_filed)
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return []
  const rows = await withheldRows(context, { from: first.from, to: last.to })
  // A payment that was reversed later is asked about once.
  const openRows = new Map(rows.filter(({ type }) => type === null).map((row) => [row.payment_id, row]))
  return [...openRows.values()].map(
    ({ payment_id, number, day, party_id, name, name_en, rate, base, tax, version }) => ({
      payment_id,
      number,
      day,
      rate,
      base,
      tax,
      version,
      supplier: { id: party_id, name, name_en },
    }),
  )
}

/** The months that are over and not filed: how many, the first of them, and the last day to file it. */
export async function dueWithholding(context: Context) {
  const { uses_withholding } = await context.db
    .selectFrom('organizations')
    .select('uses_withholding')
    .executeTakeFirstOrThrow()
  if (!uses_withholding) return null
  const periods = await listWithholding(context)
  const over = periods.filter(({ kind, to, is_filed }) => kind === 'month' && !is_filed && to < context.today)
  const [first] = over
  return first ? { count: over.length, from: first.from, to: first.to, until: withholdingDue(first.to) } : null
}

/** Of a month: whether its return is filed, and by whom. */
export async function filedMonth({ db, session }: Context, { to }: Range) {
  const own = session.organization_id
  const { rows } = await sql<{ day: string; amount: string; by: string | null; at: Date }>`
    SELECT filed.ended_at AS day, filed.tax AS amount, person.name AS by, filed.filed_at AS at FROM withholding_periods AS filed
    LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = filed.filed_by
    WHERE filed.organization_id = ${own} AND filed.kind = 'month' AND filed.ended_at = ${to}::date`.execute(db)
  return rows[0]
}
