import { randomBytes } from 'node:crypto'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { hashToken } from '#server/http/authenticate.ts'

const day = 86_400_000
/** Absolute life of a session; `server/http/authenticate.ts` also ends the idle ones. */
const lifetime = { remembered: 30 * day, plain: 7 * day }

/** Opens a session and answers its token, which is stored only as a hash. */
export async function openSession(
  db: TenantDatabase,
  organizationId: number,
  userId: number,
  remember: boolean,
  now: Date,
): Promise<string> {
  const token = `${organizationId}.${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(now.getTime() + (remember ? lifetime.remembered : lifetime.plain))
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at, remember })
    .execute()
  return token
}

/** Ends every session of a user, after a password change. */
export async function endSessions(db: TenantDatabase, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
