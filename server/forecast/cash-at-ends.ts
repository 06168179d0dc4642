import { addDays } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sumSegments } from '#server/reports/statements/sum-balances.ts'

/** What the cash accounts hold at the end of each of these days, in their order. */
export async function cashAtEnds(context: Context, ends: readonly string[]): Promise<Decimal[]> {
  const accounts = await context.db
    .selectFrom('accounts')
    .select('id')
    .where('cash_flow_tag', '=', 'cash')
    .where('type', '=', 'sub')
    .execute()
  const cuts = ends.map((day) => addDays(day, 1))
  const rows = await sumSegments(context, { cuts, account_id: accounts.map(({ id }) => id) })
  return ends.map((_, end) =>
    sum(rows.filter(({ segment }) => segment <= end).map((row) => decimal(row.debit).minus(row.credit))),
  )
}
