import { sql } from 'kysely'
import type { Entry } from '#ledger/entry.ts'
import { type Decimal, decimal } from '#ledger/money.ts'
import { type BranchStock, takenWhereHeld } from '#ledger/posting/branch-transfer.ts'
import type { Context } from '#server/core/context.ts'
import type { Accounts } from './accounts.ts'

type Leaving = { date: string; branch_id: number; cost: Decimal }

/**
 * The entry for goods that leave, supplied by other branches if their own has less than their value on that day or
 * later: stock is one pool of the organisation, but no branch may be negative.
 */
export async function withTransfers(
  context: Context,
  accounts: Accounts,
  entry: Entry,
  { date, branch_id, cost }: Leaving,
): Promise<Entry> {
  if (cost.lte(0)) return entry
  const branches = await heldByBranches(context, accounts.idOf('INV'), date)
  const own = branches.find((one) => one.branch_id === branch_id)
  if (own && decimal(own.held).gte(cost)) return entry
  return takenWhereHeld(entry, branch_id, branches, 'INV')
}

/** The least that each branch holds at the end of the day or of any later one. */
async function heldByBranches({ db, session }: Context, account_id: number, date: string): Promise<BranchStock[]> {
  const organization = session.organization_id
  const { rows } = await sql<BranchStock>`
    WITH moved AS (
      SELECT branch_id, ${date}::date AS day, debit - credit AS value FROM monthly_balances
      WHERE organization_id = ${organization} AND account_id = ${account_id} AND month < date_trunc('month', ${date}::date + 1)::date
      UNION ALL
      SELECT branch_id, greatest(day, ${date}::date), debit - credit FROM daily_balances
      WHERE organization_id = ${organization} AND account_id = ${account_id} AND day >= date_trunc('month', ${date}::date + 1)::date),
    days AS (SELECT branch_id, sum(sum(value)) OVER (PARTITION BY branch_id ORDER BY day) AS held FROM moved GROUP BY branch_id, day)
    SELECT branch_id, min(held) AS held FROM days GROUP BY branch_id`.execute(db)
  return rows
}
