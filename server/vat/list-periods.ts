import { sql } from 'kysely'
import type { VatPeriods } from '#contract/vat.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { payableUntil, periodsDue, type VatFrequency, vatPeriodId, vatPeriods } from '#ledger/calendar/vat-periods.ts'
import { decimal, sum, text, zero } from '#ledger/money.ts'
import { creditCarried, creditLeft, salesBoxes } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { waitingAt } from '#server/goods/waiting-at.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { firstDay, openingCredit } from './opening-vat.ts'
import { recentAdjustments } from './recent-adjustments.ts'
import { settlementDay } from './settlement-day.ts'
import { takenBackReturns } from './take-back-return.ts'
import { refundedSince } from './vat-refunds.ts'

export type VatPeriod = Range & { id: number; is_filed: boolean }

/** All periods, those that were filed with what was filed; the latest first. */
export async function showPeriods(context: Context): Promise<Record<keyof VatPeriods, unknown>> {
  const { db, today } = context
  const filed = await db
    .selectFrom('vat_periods')
    .leftJoin('users', 'users.id', 'vat_periods.filed_by')
    .leftJoin('journal_entries as entry', 'entry.id', 'vat_periods.entry_id')
    .select(['vat_periods.id', 'vat_periods.net', 'vat_periods.filed_at', 'users.name', isClaimed.as('is_claimed')])
    .select('vat_periods.authority_reference')
    .select(['entry.entry_number', 'entry.entry_date'])
    .execute()
  const byId = new Map(filed.map((row) => [row.id, row]))
  const periods = await listPeriods(context)
  const nets = await netsOf(context, periods, byId)
  const settlement_account = await settlementAccount(context)
  const owed = await unpaidTaxOf(context, periods, byId, settlement_account.id)
  const years = await db.selectFrom('financial_years').select(['started_at', 'ended_at', 'status']).execute()
  const delivered = await deliveredOf(
    context,
    periods.filter(({ is_filed, to }) => !is_filed && to < today),
  )
  const settlesLater = (to: string) => {
    const day = settlementDay(years, to)
    return day === to ? null : day
  }
  return {
    frequency: await frequencyOf(context),
    periods: periods.toReversed().map(({ id, from, to, is_filed }) => ({
      id,
      from,
      to,
      status: is_filed ? 'filed' : to < today ? 'open' : 'running',
      settles_on: is_filed ? null : settlesLater(to),
      delivered: delivered.get(id) ?? null,
      net: nets.get(id)?.net,
      brought: nets.get(id)?.brought,
      filed_at: byId.get(id)?.filed_at,
      filed_by: byId.get(id)?.name,
      authority_reference: byId.get(id)?.authority_reference ?? null,
      settlement: settlementOf(byId.get(id)),
      credit: creditOf(byId.get(id)),
      is_owed: owed.has(id),
    })),
    adjustments: await recentAdjustments(context),
    taken_back: await takenBackReturns(context),
    settlement_account,
  }
}

/** What of each period was delivered and not invoiced at its end. */
async function deliveredOf(context: Context, open: readonly VatPeriod[]) {
  const found = await Promise.all(
    open.map(async ({ id, to }) => [id, await waitingAt(context, 'delivery_note', to)] as const),
  )
  return new Map(found.flatMap(([id, { count, amount, day }]) => (count > 0 ? [[id, { count, amount, day }]] : [])))
}

/** By the present balance of the settlement account, and received refunds of claimed credits. */
async function unpaidTaxOf(
  context: Context,
  periods: readonly VatPeriod[],
  filed: ReadonlyMap<number, Filed & { id: number }>,
  account: number,
): Promise<ReadonlySet<number>> {
  const balances = await sumRole(context, context.today, settlementRole)
  const claimed = periods.find(({ id }) => filed.get(id)?.is_claimed)
  const refunded = claimed ? await refundedSince(context, account, claimed.to) : zero
  return periodsDue([...filed.values()], sum(balances.map(({ balance }) => balance)).neg(), refunded)
}

const isClaimed = sql<boolean>`vat_periods.claimed_at IS NOT NULL`
const creditOf = (filed: Filed | undefined) => {
  if (!filed || creditLeft(filed.net).eq(0)) return null
  return filed.is_claimed ? 'claimed' : 'carried'
}
type Filed = { net: string; is_claimed: boolean }
type Settled = { entry_number: number | null; entry_date: string | null }
const settlementOf = (filed: Settled | undefined) =>
  filed?.entry_number ? { entry_number: filed.entry_number, entry_date: filed.entry_date } : null

const settlementRole = 'VAT_SETTLE'
const settlementAccount = ({ db }: Context) =>
  db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('role', '=', settlementRole)
    .executeTakeFirstOrThrow()

/** The same without who filed them. */
export async function netVatByPeriod(context: Context): Promise<Map<number, string>> {
  const filed = await context.db
    .selectFrom('vat_periods')
    .select(['id', 'net', isClaimed.as('is_claimed')])
    .execute()
  const nets = await netsOf(context, await listPeriods(context), new Map(filed.map((row) => [row.id, row])))
  return new Map([...nets].map(([id, { net }]) => [id, net]))
}

/** The net of each return: as filed, or as of today, with the credit carried forward unless it was claimed. `brought` is that credit. */
async function netsOf(
  context: Context,
  periods: readonly VatPeriod[],
  filed: ReadonlyMap<number, Filed>,
): Promise<Map<number, { net: string; brought: string | null }>> {
  const { db, session } = context
  const columns = [periods.map(({ id }) => id), periods.map(({ from }) => from), periods.map(({ to }) => to)]
  const { rows } = await sql<{ id: number; due: string }>`
    SELECT period.id, sum(CASE WHEN days.box = ANY (${[...salesBoxes, '14']}::text[]) THEN days.tax ELSE -days.tax END) AS due
    FROM unnest(${columns[0]}::bigint[], ${columns[1]}::date[], ${columns[2]}::date[]) AS period (id, started_at, ended_at)
    JOIN daily_tax_totals AS days ON days.organization_id = ${session.organization_id} AND days.day BETWEEN period.started_at AND period.ended_at
    GROUP BY 1`.execute(db)
  const due = new Map(rows.map((row) => [row.id, row.due]))
  const nets = new Map<number, { net: string; brought: string | null }>()
  let credit = periods[0] ? (await openingCredit(context, periods[0].to)).credit : zero
  for (const { id } of periods) {
    const { net, is_claimed } = filed.get(id) ?? { net: decimal(due.get(id) ?? 0).minus(credit), is_claimed: false }
    const brought = filed.has(id) || decimal(credit).eq(0) ? null : text(credit)
    nets.set(id, { net: text(decimal(net)), brought })
    credit = creditCarried({ net, is_claimed })
  }
  return nets
}

/** The required returns whose period is over, and the legal deadline of the first one. */
export async function dueReturns(context: Context, periods: readonly VatPeriod[]) {
  const over = periods.filter((one) => !one.is_filed && one.to < context.today)
  if (over.length === 0) return null
  const { taxed } = await firstDay(context)
  const [first, ...rest] = over.filter(({ to }) => to >= taxed)
  return first ? { count: rest.length + 1, from: first.from, to: first.to, until: payableUntil(first.to) } : null
}

/** From the first day of business, or from an earlier requested day, in order. */
export async function listPeriods(context: Context, asked?: string): Promise<VatPeriod[]> {
  const { db, today } = context
  const filed = await db.selectFrom('vat_periods').select(['started_at as from', 'ended_at as to']).execute()
  const { from: start } = await firstDay(context)
  const list = vatPeriods(filed, asked && asked < start ? asked : start, today, await frequencyOf(context))
  return list.map((period) => ({ ...period, id: vatPeriodId(period.to) }))
}

async function frequencyOf({ db }: Context): Promise<VatFrequency> {
  const row = await db.selectFrom('organizations').select('vat_frequency').executeTakeFirstOrThrow()
  return row.vat_frequency as VatFrequency
}
