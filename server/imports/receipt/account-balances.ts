import { sql } from 'kysely'
import { type Decimal, decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { movementsThrough } from '#server/journal/balances-as-of.ts'

/** The balance of every account at the end of a day, debit less credit. Zero balances are left out. */
export async function accountBalances(context: Context, day: string): Promise<Map<number, Decimal>> {
  const { rows } = await sql<{ account_id: number; balance: string }>`
    SELECT account_id, sum(debit - credit) AS balance FROM (${movementsThrough(context, day)}) AS movement
    GROUP BY account_id HAVING sum(debit - credit) <> 0`.execute(context.db)
  return new Map(rows.map((row) => [row.account_id, decimal(row.balance)]))
}
