import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Context, UserKey } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { VaultClosed } from '#server/vault/vault.ts'
import { mailAccountNotice } from './account-mail.ts'
import { noteDevice } from './known-devices.ts'
import type { Visitor } from './sessions.ts'
import { openAccount } from './sign-in.ts'
import { createOneAtATime } from './throttle/one-at-a-time.ts'
import { createThrottle, isLoopback } from './throttle/throttle.ts'

// The library and what it parses certificates with are loaded by the first passkey.
const library = () => import('@simplewebauthn/server')
const minute = 60_000
/** EdDSA, ES256, RS256: what devices have today. */
const supportedAlgorithmIDs = [-8, -7, -257]
const challenge_ms = 5 * minute
const passkeysMaximum = 20
const wrong = createThrottle({ purpose: 'passkey', free: 20, windowMs: 15 * minute, delayMaximumMs: 15 * minute })

const siteOf = ({ config }: Services) => {
  const { origin, hostname } = new URL(config.publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** A signed challenge contains its purpose and expiry: nothing is stored before a person is known. */
function newChallenge({ vault, clock }: Services, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(vault.seal(0, `${purpose} until ${clock.now().getTime() + challenge_ms}`))
}

/** Whether the challenge was given for this, has not expired and was not answered before. */
async function spendChallenge(
  { vault, clock, attempts }: Services,
  purpose: string,
  challenge: string,
): Promise<boolean> {
  const now = clock.now().getTime()
  try {
    const [given, until] = vault.open(0, Buffer.from(challenge, 'base64url')).split(' until ')
    if (given !== purpose || !(Number(until) > now)) return false
  } catch (error) {
    if (error instanceof VaultClosed || error instanceof TypeError || error instanceof RangeError) return false
    throw error
  }
  // Counted in the database: every process refuses a second answer.
  const key = `challenge ${challenge}`
  const counted = await attempts.add([{ key, window_ms: challenge_ms, isReal: true }], now)
  return counted.get(key)?.count === 1
}

const registerPurpose = ({ session }: Context) => `register ${session.organization_id} ${session.user_id}`
const signInPurpose = 'sign in'

export async function startPasskey(context: Context): Promise<Answer> {
  const { db, session, services } = context
  const own = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', session.user_id)
    .execute()
  if (known.length >= passkeysMaximum) throw new Refusal('passkey_refused')
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Mizan',
    rpID: siteOf(services).expectedRPID,
    userName: own.email,
    userDisplayName: own.name,
    userID: new Uint8Array(Buffer.from(`${session.organization_id}.${session.user_id}`)),
    challenge: newChallenge(services, registerPurpose(context)),
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as string[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { data: options }
}

export async function addPasskey(context: Context, name: string, response: unknown): Promise<void> {
  const { db, session, services, language } = context
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    ...siteOf(services),
    supportedAlgorithmIDs,
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => spendChallenge(services, registerPurpose(context), challenge),
    // Input the library does not understand is not a passkey.
  }).catch(() => undefined)
  if (!verified?.verified) throw new Refusal('passkey_refused')
  const { credential } = verified.registrationInfo
  await db
    .insertInto('passkeys')
    .values({
      user_id: session.user_id,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    })
    .execute()
  const owner = { organizationId: session.organization_id, userId: session.user_id }
  await mailAccountNotice(services, db, { ...owner, notice: 'second_factor_on', language })
  services.forgetSessions()
  services.outbox.wake()
}

export async function removePasskey(context: Context, id: number): Promise<void> {
  const { db, session, services, language } = context
  const gone = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', session.user_id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('not_found')
  const owner = { organizationId: session.organization_id, userId: session.user_id }
  await mailAccountNotice(services, db, { ...owner, notice: 'second_factor_off', language })
  services.forgetSessions()
  services.outbox.wake()
}

/** The options of a sign-in: no address is asked for, the device offers what it has. */
export async function startPasskeySignIn(services: Services): Promise<Answer> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).expectedRPID,
    userVerification: 'required',
    challenge: newChallenge(services, signInPurpose),
  })
  return { data: options }
}

/** Possession of the device, and its lock: no password and no code are asked for. One refusal for every reason. */
export async function signInByPasskey(
  services: Services,
  body: { response: unknown; remember?: boolean | undefined },
  visitor: Visitor,
): Promise<Answer> {
  const opened = isLoopback(visitor.ip)
    ? await openByPasskey(services, body, visitor)
    : await oneAtATime(networkOf(visitor.ip), () => openCounted(services, body, visitor))
  if (!opened) throw new Refusal('passkey_refused')
  services.outbox.wake()
  return { data: opened }
}

const oneAtATime = createOneAtATime()

async function openCounted(
  services: Services,
  body: { response: unknown; remember?: boolean | undefined },
  visitor: Visitor,
) {
  const now = services.clock.now().getTime()
  const network = networkOf(visitor.ip)
  await wrong.check(services.attempts, network, now)
  const opened = await openByPasskey(services, body, visitor)
  if (!opened) await wrong.fail(services.attempts, network, now, true)
  return opened
}

async function openByPasskey(
  services: Services,
  body: { response: unknown; remember?: boolean | undefined },
  visitor: Visitor,
) {
  const response = body.response as AuthenticationResponseJSON
  const handle = response?.response?.userHandle
  const owner = typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : ''
  const parts = /^([1-9]\d{0,14})\.([1-9]\d{0,14})$/.exec(owner)
  if (!parts || typeof response.id !== 'string') return null
  const entry = await accountOf(services, { organization_id: Number(parts[1]), user_id: Number(parts[2]) })
  const isProved = await inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    const stored = await db
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'passkeys.user_id')
      .select([
        'passkeys.id',
        'passkeys.credential_id',
        'passkeys.public_key',
        'passkeys.counter',
        'passkeys.transports',
      ])
      .where('passkeys.user_id', '=', entry.user_id)
      .where('passkeys.credential_id', '=', response.id)
      .where('users.status', '=', 'active')
      .executeTakeFirst()
    if (!stored) return false
    const { verifyAuthenticationResponse } = await library()
    const verified = await verifyAuthenticationResponse({
      ...siteOf(services),
      response,
      expectedChallenge: (challenge) => spendChallenge(services, signInPurpose, challenge),
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(stored.public_key),
        counter: stored.counter,
        transports: stored.transports as string[],
      },
    }).catch(() => undefined)
    if (!verified?.verified) return false
    await sql`UPDATE passkeys SET counter = ${verified.authenticationInfo.newCounter}, last_used_at = now()
      WHERE organization_id = ${entry.organization_id} AND id = ${stored.id}`.execute(db)
    await noteDevice(services, db, entry, visitor)
    return true
  })
  if (!isProved) return null
  return openAccount(services, { ...entry, has_factor: true }, { remember: body.remember ?? false, visitor })
}

/** A passkey names the user it was made for. With a second organization the credentials have moved. */
async function accountOf({ pool }: Services, key: UserKey): Promise<UserKey> {
  const { rows } = await inTenant(pool, key.organization_id, 'read', (db) =>
    sql<{ home_organization_id: number | null; home_user_id: number | null }>`
      SELECT home_organization_id, home_user_id FROM users WHERE organization_id = ${key.organization_id} AND id = ${key.user_id}`.execute(
      db,
    ),
  )
  const { home_organization_id: organization_id, home_user_id: user_id } = rows[0] ?? {}
  return organization_id && user_id ? { organization_id, user_id } : key
}
