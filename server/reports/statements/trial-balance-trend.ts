import { sql } from 'kysely'
import { addDays, addMonths, monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { movements } from './sum-balances.ts'

const count = 12

/**
 * Month-end balances of each account, those of its sub-accounts included; the last month ends with the day asked for. As in the trial
 * balance, income and expense count from the start of the financial year, and its own closing entry does not count.
 */
export async function trialBalanceTrend(context: Context, to = context.today) {
  const first = addMonths(monthStart(to), 1 - count)
  const { started_at: start } = await yearOf(context, to)
  const [{ rows }, accounts] = await Promise.all([
    sql<{ account_id: number; month: string; amount: string }>`
      SELECT account_id, greatest(date_trunc('month', day)::date, ${first}::date) AS month, sum(debit - credit) AS amount
      FROM (${movements(context, { cuts: [start, addDays(to, 1)] })}) AS movement
      JOIN accounts AS account ON account.organization_id = ${context.session.organization_id} AND account.id = movement.account_id
      WHERE day <= ${to}::date AND CASE WHEN account.class IN ('R', 'X') THEN kind <> 2 AND day >= ${start}::date
        ELSE kind <> 2 OR day < ${start}::date END
      GROUP BY 1, 2`.execute(context.db),
    chartAccounts(context),
  ])
  const parents = new Map(accounts.map(({ id, parent_id }) => [id, parent_id]))
  const months = Array.from({ length: count }, (_, index) => addMonths(first, index))
  const changes = new Map<number, Decimal[]>()
  for (const { account_id, month, amount } of rows) {
    for (let id: number | null | undefined = account_id; id; id = parents.get(id)) {
      const own = changes.get(id) ?? months.map(() => zero)
      changes.set(id, own)
      const at = months.indexOf(month)
      own[at] = (own[at] ?? zero).plus(decimal(amount))
    }
  }
  return {
    months: months.map((month) => month.slice(0, 7)),
    accounts: [...changes].map(([id, own]) => ({ id, balances: cumulative(own).map((balance) => text(balance)) })),
  }
}

function cumulative(changes: readonly Decimal[]): Decimal[] {
  let balance = zero
  return changes.map((change) => {
    balance = balance.plus(change)
    return balance
  })
}
