import { sql } from 'kysely'
import { purchases, sales } from '#contract/sides.ts'
import { movementsThrough } from '#server/journal/balances-at.ts'
import type { Context } from '#server/kit/context.ts'

export type ForeignBalance = {
  what: 'receivable' | 'payable' | 'cash'
  account_id: number | null
  branch_id: number
  currency_id: number
  amount: string
  carried_base: string
  is_held: boolean
}

/** What is open or held in foreign currencies at the end of a day. Advances are not monetary and stay out. */
export async function foreignBalances(context: Context, day: string): Promise<ForeignBalance[]> {
  return [...(await openItems(context, day)), ...(await cash(context, day))]
}

async function openItems({ db, session }: Context, day: string): Promise<ForeignBalance[]> {
  const kinds = [...sales.openKinds, ...purchases.openKinds]
  const { rows } = await sql<ForeignBalance>`
    WITH item AS (
      SELECT document.party_kind, document.branch_id, document.currency_id,
        document.total - coalesce(sum(allocation.amount), 0) AS amount,
        document.total_base - coalesce(sum(allocation.relief_base), 0) AS carried
      FROM documents AS document
      LEFT JOIN allocations AS allocation ON allocation.organization_id = document.organization_id
        AND allocation.document_id = document.id AND allocation.allocation_date <= ${day}::date
      WHERE document.organization_id = ${session.organization_id} AND document.kind = ANY (${kinds}::text[])
        AND document.state = 'posted' AND document.document_date <= ${day}::date
        AND document.currency_id <> ${session.organization.currency_id}
      GROUP BY document.organization_id, document.id)
    SELECT CASE party_kind WHEN 'customer' THEN 'receivable' ELSE 'payable' END AS what, NULL::bigint AS account_id, branch_id,
      currency_id, sum(amount) AS amount, sum(carried) AS carried_base, true AS is_held
    FROM item GROUP BY party_kind, branch_id, currency_id HAVING sum(amount) <> 0 OR sum(carried) <> 0
    ORDER BY party_kind, branch_id, currency_id`.execute(db)
  return rows
}

/**
 * From the kept balances, so that it costs the same however much was posted. An account is held in a currency when
 * nothing but that currency ever moved on it.
 */
async function cash(context: Context, day: string): Promise<ForeignBalance[]> {
  const { organization_id, organization } = context.session
  const { rows } = await sql<ForeignBalance>`
    SELECT 'cash' AS what, movement.account_id, movement.branch_id, movement.currency_id,
      sum(movement.amount_currency) AS amount, sum(movement.debit - movement.credit) AS carried_base,
      NOT EXISTS (SELECT 1 FROM balances AS other WHERE other.organization_id = ${organization_id}
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
