import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { movementsThrough } from '#server/journal/balances-as-of.ts'

export type ForeignBalance = {
  what: 'receivable' | 'payable' | 'cash'
  account_id: number | null
  branch_id: number
  currency_id: number
  amount: string
  carried_base: string
  is_held: boolean
}

/** Open items and balances in foreign currencies at the end of a day. Advances are not monetary and are excluded. */
export async function foreignBalances(context: Context, day: string): Promise<ForeignBalance[]> {
  return [...(await openItems(context, day)), ...(await cash(context, day))]
}

/**
 * As in the control accounts and those of what is retained: per branch, by their lines. A document knows neither its former branch after a
 * correction, nor what was settled before it was voided or moved to a later day.
 */
async function openItems(context: Context, day: string): Promise<ForeignBalance[]> {
  const { organization_id, organization } = context.session
  const { rows } = await sql<ForeignBalance>`
    WITH held AS (
      SELECT CASE WHEN account.role IN ('AR', 'RETENTION_REC') THEN 'AR' ELSE 'AP' END AS role, movement.branch_id, movement.currency_id, sum(movement.amount_currency) AS amount, sum(movement.debit - movement.credit) AS carried
      FROM (${movementsThrough(context, day)}) AS movement
      JOIN accounts AS account ON account.organization_id = ${organization_id} AND account.id = movement.account_id AND account.role IN ('AR', 'RETENTION_REC', 'AP', 'RETENTION_PAY')
      WHERE movement.currency_id <> ${organization.currency_id}
      GROUP BY 1, movement.branch_id, movement.currency_id)
    SELECT CASE role WHEN 'AR' THEN 'receivable' ELSE 'payable' END AS what, NULL::bigint AS account_id, branch_id, currency_id,
      CASE role WHEN 'AR' THEN amount ELSE -amount END AS amount, CASE role WHEN 'AR' THEN carried ELSE -carried END AS carried_base, true AS is_held
    FROM held WHERE amount <> 0 OR carried <> 0
    ORDER BY role DESC, branch_id, currency_id`.execute(context.db)
  return rows
}

/**
 * From materialized balances, so that the cost does not depend on the number of postings. An account is held in a
 * currency if only that currency ever moved on it.
 */
async function cash(context: Context, day: string): Promise<ForeignBalance[]> {
  const { organization_id, organization } = context.session
  const { rows } = await sql<ForeignBalance>`
    SELECT 'cash' AS what, movement.account_id, movement.branch_id, movement.currency_id,
      sum(movement.amount_currency) AS amount, sum(movement.debit - movement.credit) AS carried_base,
      NOT EXISTS (SELECT 1 FROM monthly_balances AS other WHERE other.organization_id = ${organization_id}
        AND other.account_id = movement.account_id AND other.currency_id <> movement.currency_id) AS is_held
    FROM (${movementsThrough(context, day)}) AS movement
    JOIN accounts AS account ON account.organization_id = ${organization_id} AND account.id = movement.account_id
      AND account.cash_flow_tag = 'cash'
    WHERE movement.currency_id <> ${organization.currency_id}
    GROUP BY movement.account_id, movement.branch_id, movement.currency_id
    HAVING sum(movement.amount_currency) <> 0 OR sum(movement.debit - movement.credit) <> 0
    ORDER BY movement.account_id, movement.branch_id, movement.currency_id`.execute(context.db)
  return rows
}
