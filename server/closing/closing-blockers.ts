import { sql } from 'kysely'
import type { RefusalCode } from '#contract/refusals.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import type { Year } from '#server/years/lock-years.ts'
import { type ForeignBalance, foreignBalances } from './foreign-balances.ts'

export type ClosingBlocker = { code: RefusalCode; params: Record<string, string | number> }
type Guard = (context: Context, year: Year, years: readonly Year[]) => Promise<ClosingBlocker[]> | ClosingBlocker[]

/** All that keeps a year from closing, in the order it is best cleared away (accounting rule 1.6). */
export async function yearObstacles(context: Context, year: Year, years: readonly Year[]): Promise<ClosingBlocker[]> {
  const found: ClosingBlocker[] = []
  for (const guard of guards) found.push(...(await guard(context, year, years)))
  return found
}

const earlierYears: Guard = (_context, year, years) => {
  const open = years.filter((other) => other.ended_at < year.started_at && other.status !== 'closed')
  // Of several, the earliest comes first.
  const [earliest] = open.toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))
  if (!earliest) return []
  const { name, started_at, ended_at } = earliest
  return [{ code: 'year_order', params: { name, started_at, ended_at } }]
}

const drafts: Guard = async ({ db }, year) => {
  const { count } = await db
    .selectFrom('document_counts_by_date')
    .select(sql<number>`coalesce(sum(count), 0)::integer`.as('count'))
    .where('status', '=', 'draft')
    .where('day', '>=', year.started_at)
    .where('day', '<=', year.ended_at)
    .executeTakeFirstOrThrow()
  return count > 0 ? [{ code: 'year_has_drafts', params: { count } }] : []
}

const draftEntries: Guard = async ({ db }, year) => {
  const { count } = await db
    .selectFrom('manual_entries')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'draft')
    .where('journal_date', '>=', year.started_at)
    .where('journal_date', '<=', year.ended_at)
    .executeTakeFirstOrThrow()
  return count > 0 ? [{ code: 'year_has_draft_entries', params: { count } }] : []
}

/** Opening equity must be capital or earnings before the first year closes. */
const openingEquity: Guard = async (context, year) => {
  const rows = await sumRole(context, year.ended_at, 'OPEN_EQ')
  const left = sum(rows.map((row) => decimal(row.balance).abs()))
  return left.eq(0) ? [] : [{ code: 'opening_not_cleared', params: { amount: text(left) } }]
}

/** All foreign currency must be at the rate of the last day, in its present amount, before the year is final. */
const foreignMoney: Guard = async (context, year) => {
  const balances = await foreignBalances(context, year.ended_at)
  const held = balances.filter((row) => row.what !== 'cash' || row.is_held)
  if (held.length === 0) return []
  const lines = await context.db
    .selectFrom('fx_revaluations')
    .innerJoin('fx_revaluation_lines as line', 'line.fx_revaluation_id', 'fx_revaluations.id')
    .select(['line.what', 'line.account_id', 'line.branch_id', 'line.currency_id', 'line.amount'])
    .select(['line.carried_base', 'line.difference'])
    .where('fx_revaluations.revaluation_date', '=', year.ended_at)
    .where('fx_revaluations.state', '=', 'posted')
    .execute()
  const revalued = new Map(lines.map((line) => [keyOf(line), line]))
  const isCovered = held.every((row) => isStillSo(row, revalued.get(keyOf(row))))
  return isCovered ? [] : [{ code: 'year_needs_revaluation', params: {} }]
}

type Revalued = { what: string; amount: string; carried_base: string; difference: string }

/** The same money at the same worth as when it was revalued. Cash carries its difference since, open items never do. */
function isStillSo(now: ForeignBalance, then: Revalued | undefined): boolean {
  if (!then) return decimal(now.amount).eq(0) && decimal(now.carried_base).eq(0)
  const carried = sum([then.carried_base, then.what === 'cash' ? then.difference : 0])
  return decimal(now.amount).eq(then.amount) && carried.eq(now.carried_base)
}

type Key = { what: string; account_id: number | null; branch_id: number; currency_id: number }
const keyOf = ({ what, account_id, branch_id, currency_id }: Key) =>
  [what, account_id, branch_id, currency_id].join(' ')

/** The tax of the year is settled by its returns; the owner may close before they are filed. */
const unfiledTax: Guard = async ({ db, session }, year) => {
  if (session.organization.tax_number === null) return []
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(tax.tax_date) AS last FROM tax_entries AS tax
    WHERE tax.organization_id = ${session.organization_id} AND tax.tax_date BETWEEN ${year.started_at}::date AND ${year.ended_at}::date
      AND NOT EXISTS (SELECT 1 FROM vat_periods AS filed WHERE filed.organization_id = ${session.organization_id}
        AND tax.tax_date BETWEEN filed.started_at AND filed.ended_at)`.execute(db)
  const last = rows[0]?.last
  return last ? [{ code: waivable, params: { date: last } }] : []
}

/** The one obstacle an owner may overrule. */
export const waivable = 'year_vat_not_filed'

const guards: readonly Guard[] = [earlierYears, drafts, draftEntries, openingEquity, foreignMoney, unfiledTax]
