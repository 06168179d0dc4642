import { sql } from 'kysely'
import type { Session, UserKey } from '#server/core/context.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'

/** The common part of a session and a key: person, expiry, organization. */
export type SessionFacts = {
  user_id: number
  expires_at: Date
  organization_status: 'pending' | 'active'
} & Omit<Session['organization'], 'status'>

/** The columns of the organization (`o`) and of its currency (`c`) that a session carries. */
export const organizationFacts = sql`o.status AS organization_status, o.currency_id, c.decimals, o.tax_number, o.vat_status, o.manual_numbers,
  o.receipt_without_reference, o.default_save_action, o.row_tax_always_invoice, o.settlement_tolerance, o.discount_account_id, o.prices_include_tax, o.e_invoicing_phase, o.e_invoicing_since`

/** The session without what may be done in it. */
export function sessionOf(token: { organizationId: number; hash: Buffer }, row: SessionFacts) {
  const membership = { organization_id: token.organizationId, user_id: row.user_id }
  return {
    ...membership,
    membership,
    account: membership,
    token_hash: token.hash,
    api_key: null,
    organization: {
      status: row.organization_status,
      currency_id: row.currency_id,
      decimals: row.decimals,
      tax_number: row.tax_number,
      manual_numbers: row.manual_numbers,
      receipt_without_reference: row.receipt_without_reference,
      default_save_action: row.default_save_action,
      row_tax_always_invoice: row.row_tax_always_invoice,
      prices_include_tax: row.prices_include_tax,
      vat_status: row.vat_status,
      settlement_tolerance: row.settlement_tolerance,
      discount_account_id: row.discount_account_id,
      e_invoicing_phase: row.e_invoicing_phase,
      e_invoicing_since: row.e_invoicing_since,
    },
  }
}

/** Whether the person has an app or a passkey. */
export const accountHasFactor = (pool: Pool, { organization_id, user_id }: UserKey): Promise<boolean> =>
  inTenant(pool, organization_id, 'read', async (db) => {
    const { rows } = await sql<{ has_factor: boolean }>`
      SELECT totp_enabled_at IS NOT NULL
        OR EXISTS (SELECT FROM passkeys AS k WHERE k.organization_id = ${organization_id} AND k.user_id = ${user_id}) AS has_factor
      FROM users WHERE organization_id = ${organization_id} AND id = ${user_id}`.execute(db)
    return rows[0]?.has_factor ?? false
  })
