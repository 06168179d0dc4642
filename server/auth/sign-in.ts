import { sql } from 'kysely'
import type { z } from 'zod'
import type { credentials } from '#contract/access/auth.ts'
import type { UserKey } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { findInDirectory } from './directory.ts'
import { noteDevice } from './known-devices.ts'
import { entryOf, membershipsOf, openSeat } from './memberships.ts'
import { passwordMatches } from './passwords.ts'
import { codeMatches } from './second-factor.ts'
import type { Visitor } from './sessions.ts'
import { createOneAtATime } from './throttle/one-at-a-time.ts'
import { signInThrottle } from './throttle/sign-in-throttle.ts'

export async function signIn(
  services: Services,
  body: z.output<typeof credentials>,
  visitor: Visitor,
): Promise<Answer> {
  const proved = await provePerson(services, body, visitor)
  const opened = await openAccount(services, proved, { remember: body.remember ?? false, visitor })
  services.outbox.wake()
  return { data: opened }
}

const oneAtATime = createOneAtATime()

/** The credentials of a person who proved who they are. */
type Proved = UserKey & { has_factor: boolean }

/**
 * Password, and a code where there is an app. One answer, in the same time, for an unknown address, a wrong password and an inactive
 * account: the answer reveals nothing about the users. A person who was disabled in the only organization may still join another one.
 */
export const provePerson = (
  services: Services,
  body: Credentials,
  visitor: Visitor,
  { mayBeInactive = false } = {},
): Promise<Proved> =>
  oneAtATime(`${body.email} ${networkOf(visitor.ip)}`, () => prove(services, body, visitor, mayBeInactive))

type Credentials = Pick<z.output<typeof credentials>, 'email' | 'password' | 'otp'>

async function prove(services: Services, body: Credentials, visitor: Visitor, mayBeInactive: boolean): Promise<Proved> {
  const { ip } = visitor
  const now = services.clock.now()
  const isKnown = await signInThrottle.check(services.attempts, body.email, ip, now.getTime())
  const entry = await findInDirectory(services.pool, body.email)
  const user = entry && (await findUser(services, entry))
  const matches = await passwordMatches(user?.password_hash, body.password, isKnown ? undefined : networkOf(ip))
  if (!entry || !user || !matches || (user.status !== 'active' && !mayBeInactive)) {
    await signInThrottle.failed(services.attempts, body.email, ip, now.getTime(), entry !== undefined)
    await noteRefused(services, entry, visitor)
    throw new Refusal('wrong_credentials')
  }
  const owner = { organizationId: entry.organization_id, userId: entry.user_id }
  if (user.needs_passkey && !user.has_totp) throw new Refusal('passkey_needed')
  // The password was right; asked for the code, nothing is counted yet.
  if (user.has_totp && body.otp === undefined) throw new Refusal('second_factor_asked', { field: 'otp' })
  const isRight = await inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    if (user.has_totp && !(await codeMatches(services, db, owner, body.otp as string, visitor))) return false
    await noteDevice(services, db, entry, visitor)
    return true
  })
  if (!isRight) {
    await signInThrottle.failed(services.attempts, body.email, ip, now.getTime(), true)
    await noteRefused(services, entry, visitor)
    throw new Refusal('wrong_code', { field: 'otp' })
  }
  await signInThrottle.succeeded(services.attempts, body.email, ip, now.getTime())
  return { ...entry, has_factor: user.has_totp }
}

/**
 * In the log of activity of the account, and on the line of the request. An address without an account is noted nowhere: it would be the
 * word of a stranger.
 */
async function noteRefused(services: Services, entry: UserKey | undefined, visitor: Visitor): Promise<void> {
  if (!entry) return
  visitor.refused?.(`${entry.organization_id}/${entry.user_id}`)
  const what = { action: 'POST /auth/login/refused', resource: 'session', resource_id: null }
  await inTenant(services.pool, entry.organization_id, 'write', (db) =>
    db
      .insertInto('audit_log')
      .values({ ...what, user_id: entry.user_id, ip: visitor.ip })
      .execute(),
  )
}

/** A session of a person who proved who they are, in the organization that was used last. */
export async function openAccount(
  services: Services,
  { has_factor, ...account }: Proved,
  { remember, visitor }: { remember: boolean; visitor: Visitor },
) {
  const memberships = await membershipsOf(services.pool, account)
  if (memberships.length === 0) throw new Refusal('no_membership')
  // With a passkey as the only factor, the password alone opens no organization that requires one.
  const seat = memberships.find(await entryOf(services.pool, account, has_factor))
  if (!seat) throw new Refusal('passkey_needed')
  const opening = { remember, visitor, has_factor, now: services.clock.now(), action: 'POST /auth/login' }
  return openSeat(services, account, seat, opening)
}

/** A second factor is asked for and the only one is a passkey: a password alone does not do. */
const needsPasskey = sql<boolean>`EXISTS (SELECT FROM passkeys WHERE passkeys.organization_id = ${ownTenant} AND passkeys.user_id = users.id)
  AND (EXISTS (SELECT FROM organizations WHERE organizations.organization_id = ${ownTenant} AND second_factor_required)
    OR EXISTS (SELECT FROM roles WHERE roles.organization_id = ${ownTenant} AND roles.id = users.role_id AND second_factor_required))`

function findUser({ pool }: Services, entry: UserKey) {
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
