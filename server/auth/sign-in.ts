import type { z } from 'zod'
import type { credentials } from '#contract/access/auth.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { findInDirectory } from './directory.ts'
import { passwordMatches } from './passwords.ts'
import { sessionUser } from './session-user.ts'
import { openSession } from './sessions.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

export const signInThrottle = createSignInThrottle()

/**
 * One answer, in the same time, for an unknown address, a wrong password and an inactive account: the answer reveals
 * nothing about the users.
 */
export async function signIn(services: Services, body: z.output<typeof credentials>, ip: string): Promise<Answer> {
  const now = services.clock.now()
  signInThrottle.check(body.email, ip, now.getTime())
  const entry = await findInDirectory(services.pool, body.email)
  const user = entry && (await findUser(services, entry))
  const matches = await passwordMatches(user?.password_hash, body.password)
  if (!entry || !user || !matches || user.status !== 'active') {
    signInThrottle.failed(body.email, ip, now.getTime(), entry !== undefined)
    throw new Refusal('wrong_credentials')
  }
  signInThrottle.succeeded(body.email, ip, now.getTime())
  return inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    const token = await openSession(db, entry.organization_id, entry.user_id, body.remember ?? false, now)
    return { data: { token, user: await sessionUser(db, entry.user_id) } }
  })
}

function findUser({ pool }: Services, entry: { organization_id: number; user_id: number }) {
  return inTenant(pool, entry.organization_id, 'read', (db) =>
    db.selectFrom('users').select(['password_hash', 'status']).where('id', '=', entry.user_id).executeTakeFirst(),
  )
}
