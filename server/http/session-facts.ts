import { sql } from 'kysely'
import type { Session, UserKey } from '#server/core/context.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'

/** The common part of a session and a key: person, expiry, organization. */
export type SessionFacts = {
  user_id: number
  expires_at: Date
  organization_status: 'pending' | 'active'
  places: Session['places']
} & Omit<Session['organization'], 'status'>

/**
 * The columns of the organization (`o`) and of its currency (`c`) that a session carries, and the places of its user (`u`). The organization is
 * named by its value in the subquery too: a distributed database does not find the node of a correlated one.
 */
export const organizationFacts = (
  organization: number,
) => sql`o.status AS organization_status, o.currency_id, c.decimals, o.tax_number, o.vat_status, o.manual_numbers,
  o.receipt_without_reference, o.default_save_action, o.row_tax_always_invoice, o.settlement_tolerance, o.discount_account_id, o.prices_include_tax, o.uses_credit_limits, o.uses_places, o.e_invoicing_phase, o.e_invoicing_since,
  (SELECT json_build_object('ids', json_agg(place.id), 'has_main', bool_or(place.is_main)) FROM user_places AS kept
    JOIN places AS place ON place.organization_id = ${organization} AND place.id = kept.place_id
    WHERE kept.organization_id = ${organization} AND kept.user_id = u.id HAVING count(*) > 0) AS places`

/** The session without what may be done in it. */
export function sessionOf(token: { organizationId: number; hash: Buffer }, row: SessionFacts) {
  const membership = { organization_id: token.organizationId, user_id: row.user_id }
  return {
    ...membership,
    membership,
    account: membership,
    token_hash: token.hash,
    api_key: null,
    places: row.places,
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
      uses_credit_limits: row.uses_credit_limits,
      uses_places: row.uses_places,
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

/**
 * Whether the person proved who they are lately enough for all organizations that they belong to: the credentials open each of them, so
 * the strictest policy holds for what changes them.
 */
export async function isConfirmedForAll(pool: Pool, { account, membership, is_confirmed, token_hash }: Session) {
  const { organization_id: own } = account
  if (own === membership.organization_id || !is_confirmed) return is_confirmed
  const members = await inTenant(pool, own, 'read', (db) =>
    db.selectFrom('memberships').select('member_organization_id').execute(),
  )
  const minutes: number[] = []
  for (const { member_organization_id: organization } of members)
    minutes.push(
      ...(await inTenant(pool, organization, 'read', async (db) => {
        const { rows } = await sql<{ confirm_minutes: number }>`SELECT o.confirm_minutes FROM organizations AS o
          JOIN users AS u ON u.organization_id = ${organization} AND u.status = 'active' AND u.deleted_at IS NULL
            AND u.home_organization_id = ${own} AND u.home_user_id = ${account.user_id}
          WHERE o.organization_id = ${organization}`.execute(db)
        return rows.map((row) => row.confirm_minutes)
      })),
    )
  if (minutes.length === 0) return is_confirmed
  const { organization_id } = membership
  const { rows } = await inTenant(pool, organization_id, 'read', (db) =>
    sql<{ is_confirmed: boolean | null }>`
      SELECT confirmed_at > now() - make_interval(mins => ${Math.min(...minutes)}::integer) AS is_confirmed
      FROM sessions WHERE organization_id = ${organization_id} AND token_hash = ${token_hash}`.execute(db),
  )
  return rows[0]?.is_confirmed === true
}
