import { sql } from 'kysely'
import type { z } from 'zod'
import type { credentials } from '#contract/access/auth.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type DirectoryEntry, findInDirectory } from './directory.ts'
import { noteDevice } from './known-devices.ts'
import { passwordMatches } from './passwords.ts'
import { codeMatches } from './second-factor.ts'
import { sessionUser } from './session-user.ts'
import { openSession, type Visitor } from './sessions.ts'
import { signInThrottle } from './sign-in-throttle.ts'

/**
 * One answer, in the same time, for an unknown address, a wrong password and an inactive account: the answer reveals
 * nothing about the users.
 */
export async function signIn(
  services: Services,
  body: z.output<typeof credentials>,
  visitor: Visitor,
): Promise<Answer> {
  const { ip } = visitor
  const now = services.clock.now()
  await signInThrottle.check(services.attempts, body.email, ip, now.getTime())
  const entry = await findInDirectory(services.pool, body.email)
  const user = entry && (await findUser(services, entry))
  const matches = await passwordMatches(user?.password_hash, body.password)
  if (!entry || !user || !matches || user.status !== 'active') {
    await signInThrottle.failed(services.attempts, body.email, ip, now.getTime(), entry !== undefined)
    throw new Refusal('wrong_credentials')
  }
  const owner = { organizationId: entry.organization_id, userId: entry.user_id }
  if (user.needs_passkey && !user.has_totp) throw new Refusal('passkey_needed')
  // The password was right; asked for the code, nothing is counted yet.
  if (user.has_totp && body.otp === undefined) throw new Refusal('second_factor_asked', { field: 'otp' })
  const opened = await inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    if (user.has_totp && !(await codeMatches(services, db, owner, body.otp as string, visitor))) return null
    return openAccount(services, db, entry, { remember: body.remember ?? false, visitor })
  })
  if (!opened) {
    await signInThrottle.failed(services.attempts, body.email, ip, now.getTime(), true)
    throw new Refusal('wrong_code', { field: 'otp' })
  }
  await signInThrottle.succeeded(services.attempts, body.email, ip, now.getTime())
  services.outbox.wake()
  return { data: opened }
}

/** A session of a person who proved who they are, on a device that is noted. */
export async function openAccount(
  services: Services,
  db: TenantDatabase,
  { organization_id, user_id }: DirectoryEntry,
  { remember, visitor }: { remember: boolean; visitor: Visitor },
) {
  const now = services.clock.now()
  const token = await openSession(db, { organizationId: organization_id, userId: user_id, remember, now, visitor })
  await noteDevice(services, db, { organization_id, user_id }, visitor)
  const what = { action: 'POST /auth/login', resource: 'session', resource_id: null }
  await db
    .insertInto('audit_log')
    .values({ ...what, user_id, ip: visitor.ip })
    .execute()
  return { token, user: await sessionUser(db, user_id) }
}

/** A second factor is asked for and the only one is a passkey: a password alone does not do. */
const needsPasskey = sql<boolean>`EXISTS (SELECT FROM passkeys WHERE passkeys.organization_id = users.organization_id AND passkeys.user_id = users.id)
  AND (EXISTS (SELECT FROM organizations WHERE organizations.organization_id = users.organization_id AND second_factor_required)
    OR EXISTS (SELECT FROM roles WHERE roles.organization_id = users.organization_id AND roles.id = users.role_id AND second_factor_required))`

function findUser({ pool }: Services, entry: { organization_id: number; user_id: number }) {
  return inTenant(pool, entry.organization_id, 'read', (db) =>
    db
      .selectFrom('users')
      .select([
        'password_hash',
        'status',
        sql<boolean>`totp_enabled_at IS NOT NULL`.as('has_totp'),
        needsPasskey.as('needs_passkey'),
      ])
      .where('id', '=', entry.user_id)
      .executeTakeFirst(),
  )
}
