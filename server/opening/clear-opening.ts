import { decimal, type Numeric, sum, text } from '#ledger/money.ts'
import { clearOpeningEntry } from '#ledger/posting/clear-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { lockYears } from '#server/years/lock-years.ts'

const source = 'opening_clearing'

/**
 * Moves opening equity as of a day to capital and, for the rest, to retained earnings (V52). The capital is on the
 * branch with the largest opening balance; the balances of other branches are earnings.
 */
export async function clearOpening(context: Context, { date, capital }: { date: string; capital: Numeric }) {
  const { db, session } = context
  // Clearing is serialized: two concurrent ones would move the same amount.
  await lockYears(context)
  const period = await lockPeriod(context, date, 'date', 'manual')
  const rows = await sumRole(context, date, 'OPEN_EQ')
  if (rows.length === 0) throw new Refusal('nothing_to_clear', { field: 'date' })
  requireCurrencyPrecision(await loadAccounts(context), session.organization.currency_id, { capital })
  const total = sum(rows.map((row) => row.balance)).neg()
  const [main] = rows.toSorted((a, b) => decimal(b.balance).abs().cmp(decimal(a.balance).abs()))
  const entries = rows.map((row) =>
    clearOpeningEntry(row.branch_id, row.balance, row.branch_id === main?.branch_id ? capital : 0),
  )
  const retained = text(total.minus(decimal(capital)))
  const { id } = await db
    .insertInto('opening_clearings')
    .values({ clearing_date: date, capital: text(decimal(capital)), retained, created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const head = { date, kind: 'opening', source, source_id: id } as const
  await post(context, period, head, { lines: entries.flatMap((entry) => entry.lines), taxes: [] })
  return { capital: text(decimal(capital)), retained }
}

/** Takes a clearing back, on its date: the capital was another, or more was brought along. */
export async function reverseClearing(context: Context, id: number): Promise<void> {
  const { db } = context
  const glance = await db
    .selectFrom('opening_clearings')
    .select('clearing_date')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  const period = await lockPeriod(context, glance.clearing_date, 'date', 'manual')
  const row = await db
    .selectFrom('opening_clearings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state === 'reversed') throw new Refusal('already_reversed', { field: 'date' })
  const entry = await db
    .selectFrom('journal_entries')
    .select('id')
    .where('source', '=', source)
    .where('source_id', '=', id)
    .where('reverses_id', 'is', null)
    .executeTakeFirstOrThrow()
  await reverseEntry(context, period, entry.id, 1)
  await db.updateTable('opening_clearings').set({ state: 'reversed' }).where('id', '=', id).execute()
}
