import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { assumedMovements } from './assumed-movements.ts'

/**
 * Every movement up to the end of a day, as rows of `account_id, branch_id, currency_id, debit, credit,
 * amount_currency`: whole months from the monthly balances, the last partial month from the daily ones.
 */
export function movementsThrough(context: Context, day: string): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const assumed = assumedMovements(context)
  const added = assumed
    ? sql`UNION ALL SELECT account_id, branch_id, currency_id, debit, credit, amount_currency FROM ${assumed} WHERE line.day <= ${day}::date`
    : sql``
  return sql`
    SELECT account_id, branch_id, currency_id, debit, credit, amount_currency FROM monthly_balances
    WHERE organization_id = ${organization} AND month < date_trunc('month', ${day}::date + 1)::date
    UNION ALL
    SELECT line.account_id, line.branch_id, line.currency_id, line.debit, line.credit, line.amount_currency
    FROM (SELECT id FROM accounts WHERE organization_id = ${organization} AND postable) AS account
    CROSS JOIN LATERAL (
      SELECT * FROM daily_balances AS line WHERE line.organization_id = ${organization} AND line.account_id = account.id
        AND line.day BETWEEN date_trunc('month', ${day}::date + 1)::date AND ${day}::date OFFSET 0) AS line
    ${added}`
}

export type BranchSum = { account_id: number; branch_id: number; balance: string }

/** The balances of accounts of these classes per branch at the end of a day, debit less credit, without zeros. */
export async function sumClasses(context: Context, day: string, classes: readonly string[]): Promise<BranchSum[]> {
  const { rows } = await sql<BranchSum>`
    SELECT account.id AS account_id, movement.branch_id, sum(movement.debit - movement.credit) AS balance
    FROM (${movementsThrough(context, day)}) AS movement
    JOIN accounts AS account ON account.organization_id = ${context.session.organization_id} AND account.id = movement.account_id
    WHERE account.class = ANY (${classes}::text[])
    GROUP BY account.id, account.number, movement.branch_id HAVING sum(movement.debit - movement.credit) <> 0
    ORDER BY account.number, movement.branch_id`.execute(context.db)
  return rows
}

/** The balance of the account of a role per branch at the end of a day, debit less credit, without zeros. */
export const sumRole = (context: Context, day: string, role: string): Promise<BranchSum[]> =>
  sumRoles(context, day, [role])

/** The same for several roles. */
export async function sumRoles(context: Context, day: string, roles: readonly string[]): Promise<BranchSum[]> {
  const { rows } = await sql<BranchSum>`
    SELECT account.id AS account_id, movement.branch_id, sum(movement.debit - movement.credit) AS balance
    FROM (${movementsThrough(context, day)}) AS movement
    JOIN accounts AS account ON account.organization_id = ${context.session.organization_id} AND account.id = movement.account_id
    WHERE account.role = ANY (${roles}::text[])
    GROUP BY account.id, movement.branch_id HAVING sum(movement.debit - movement.credit) <> 0
    ORDER BY account.id, movement.branch_id`.execute(context.db)
  return rows
}
