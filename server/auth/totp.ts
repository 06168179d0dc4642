import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Services } from '#server/core/services.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { VaultClosed } from '#server/vault/vault.ts'

const period_s = 30
/** One step before and after: clocks of phones differ. */
const window = 1
const secretBytes = 20

type Owner = { organizationId: number; userId: number }

/** A new secret (RFC 6238, as every app understands it), and the address that a QR code carries. */
export function newTotp(label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: secretBytes })
  const uri = new TOTP({ issuer: 'Mizan', label, secret, period: period_s }).toString()
  return { secret: secret.base32, uri }
}

/** Whether the code is right, now. A step is accepted once, so a code that was read over a shoulder opens nothing. */
export async function totpMatches(
  { vault, clock }: Services,
  db: TenantDatabase,
  { organizationId, userId }: Owner,
  code: string,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const stored = await db.selectFrom('users').select('totp_secret').where('id', '=', userId).executeTakeFirst()
  if (!stored?.totp_secret) return false
  const now = clock.now().getTime()
  try {
    const secret = Secret.fromBase32(vault.open(organizationId, stored.totp_secret))
    const delta = new TOTP({ secret, period: period_s }).validate({ token: code, window, timestamp: now })
    if (delta === null) return false
    const step = Math.floor(now / 1000 / period_s) + delta
    const { rows } = await sql`UPDATE users SET totp_last_step = ${step}
      WHERE organization_id = ${organizationId} AND id = ${userId} AND totp_last_step < ${step} RETURNING id`.execute(
      db,
    )
    return rows.length === 1
  } catch (error) {
    // Restored without the secret of the data folder: recovery codes still open the account.
    if (error instanceof VaultClosed) return false
    throw error
  }
}
