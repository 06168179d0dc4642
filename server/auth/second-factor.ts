import type { Session } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { mailAccountNotice } from './account-mail.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import type { Visitor } from './sessions.ts'
import { totpMatches } from './totp.ts'

type Owner = { organizationId: number; userId: number }

/** A code of the app, or a recovery code; the use of one of those is announced by mail. */
export async function codeMatches(
  services: Services,
  db: TenantDatabase,
  owner: Owner,
  code: string,
  { language }: Pick<Visitor, 'language'>,
): Promise<boolean> {
  if (await totpMatches(services, db, owner, code)) return true
  if (!(await spendRecoveryCode(db, owner, code))) return false
  await mailAccountNotice(services, db, { ...owner, notice: 'recovery_code', language })
  return true
}

/** Whether this session gave a second factor: at the sign-in or since. */
export async function sessionGaveFactor(pool: Pool, { membership, token_hash }: Session): Promise<boolean> {
  const stored = await inTenant(pool, membership.organization_id, 'read', (db) =>
    db.selectFrom('sessions').select('has_factor').where('token_hash', '=', token_hash).executeTakeFirst(),
  )
  return stored?.has_factor ?? false
}

/** Removes the app and its codes. Passkeys are removed one by one, or with `all`. */
export async function removeSecondFactor(db: TenantDatabase, userId: number, all: boolean): Promise<void> {
  await db.updateTable('users').set({ totp_secret: null, totp_enabled_at: null }).where('id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (all) await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
