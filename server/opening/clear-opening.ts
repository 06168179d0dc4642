import { decimal, type Numeric, sum, text } from '#ledger/money.ts'
import { clearOpeningEntry } from '#ledger/posting/clear-accounts.ts'
import { sumRole } from '#server/journal/balances-at.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { lockYears } from '#server/years/lock-years.ts'

type Clearing = { date: string; capital: Numeric }

/**
 * Opening equity as it stands on a day becomes capital and, for the rest, retained earnings (V52). The capital
 * belongs to the branch that brought most along; what other branches brought is earnings.
 */
export async function clearOpening(context: Context, { date, capital }: Clearing) {
  const { db, session } = context
  // Whoever clears, clears alone: two would both move the same amount.
  await lockYears(context)
  const period = await lockPeriod(context, date, 'date', 'manual')
  const rows = await sumRole(context, date, 'OPEN_EQ')
  if (rows.length === 0) throw new Refusal('nothing_to_clear', { field: 'date' })
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
  const head = { date, kind: 'opening', source: 'opening_clearing', source_id: id } as const
  await post(context, period, head, { lines: entries.flatMap((entry) => entry.lines), taxes: [] })
  return { capital: text(decimal(capital)), retained }
}
