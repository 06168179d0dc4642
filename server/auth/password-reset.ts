import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { EndedWays, passwordReset } from '#contract/access/auth.ts'
import type { UserKey } from '#server/core/context.ts'
import type { Language } from '#server/core/locale.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { findInDirectory } from './directory.ts'
import { endSessionsOf } from './own-sessions.ts'
import { hashPassword, namesAround, passwordMatches, requireUnrelated } from './passwords.ts'
import { endKeysOf, endUnprovedFactors } from './proof/end-other-ways.ts'
import { markProved, writeAddressElsewhere } from './proof/proved-address.ts'
import { endSessions } from './sessions.ts'
import { createOneAtATime } from './throttle/one-at-a-time.ts'
import { signInThrottle } from './throttle/sign-in-throttle.ts'
import { createThrottle, isLoopback } from './throttle/throttle.ts'

const minute = 60_000
const lifetimeMs = 30 * minute
/** Limits on mails: by one client to one account, and to one account in total. */
const mailsByAsker = createThrottle({
  purpose: 'reset asker',
  free: 3,
  windowMs: 60 * minute,
  delayMaximumMs: 60 * minute,
})
const mailsByAccount = createThrottle({
  purpose: 'reset account',
  free: 10,
  windowMs: 60 * minute,
  delayMaximumMs: 60 * minute,
})
/** Limits wrong tokens by network. A valid token never waits: a stranger cannot block a user's link. */
const wrongTokens = createThrottle({
  purpose: 'reset token',
  free: 20,
  windowMs: 15 * minute,
  delayMaximumMs: 15 * minute,
})

const oneAtATime = createOneAtATime()

type Asker = { ip: string; language: Language }

/** The same immediate answer whether or not the address is known: the work continues in the background. */
export async function forgotPassword(
  services: Services,
  { email, ip, language }: Asker & { email: string },
  log: (error: unknown) => void,
): Promise<Answer> {
  const { attempts } = services
  const now = services.clock.now().getTime()
  const asker = `${email} ${networkOf(ip)}`
  await oneAtATime(asker, async () => {
    await mailsByAsker.check(attempts, asker, now)
    await mailsByAsker.fail(attempts, asker, now)
  })
  // Above the limit of one account no more mail is sent. The answer does not say so: the earlier links are in the mailbox.
  if ((await mailsByAccount.count(attempts, email, now)) < 10) void sendResetLink(services, email, language).catch(log)
  await mailsByAccount.fail(attempts, email, now)
  return { message: 'reset_link_sent' }
}

async function sendResetLink(services: Services, email: string, language: Language): Promise<void> {
  const entry = await findInDirectory(services.pool, email)
  if (!entry) return
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(services.clock.now().getTime() + lifetimeMs)
  // The host comes from the configuration, never from a header of the request.
  const link = `${services.config.publicUrl}/reset-password?email=${encodeURIComponent(email)}&token=${token}`
  const say = (key: string) =>
    services.words.say(language, `auth:mail.reset.${key}`, { link, minutes: lifetimeMs / minute })
  const token_hash = hashToken(token)
  await inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    await db.insertInto('password_resets').values({ user_id: entry.user_id, token_hash, expires_at }).execute()
    const payload = { to: email, subject: say('subject'), text: say('text') }
    await enqueue(db, entry.organization_id, { kind: 'mail', key: `reset:${token_hash.toString('hex')}`, payload })
  })
  services.outbox.wake()
}

/** One bit: whether this token is still valid. */
export async function checkResetToken(services: Services, body: Token, ip: string): Promise<Answer> {
  const entry = await findInDirectory(services.pool, body.email)
  const valid =
    entry &&
    (await inTenant(services.pool, entry.organization_id, 'read', (db) =>
      isLive(db, entry, body.token, services.clock.now()),
    ))
  if (!valid) throw await refusedToken(services, ip)
  return {}
}

/** The token is deleted, every session ends, and the owner of the address is notified. */
export async function resetPassword(
  services: Services,
  body: z.output<typeof passwordReset>,
  { ip, language }: Asker,
): Promise<Answer> {
  const entry = await findInDirectory(services.pool, body.email)
  if (!entry) throw await refusedToken(services, ip)
  const { clock } = services
  const { before, ...factors } = await inTenant(services.pool, entry.organization_id, 'write', async (db) => {
    const user = await db
      .selectFrom('users')
      .select(['password_hash', 'email_proved_at', 'totp_enabled_at'])
      .where('id', '=', entry.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Under the lock: if two requests use one link at once, the second one is refused.
    if (!(await isLive(db, entry, body.token, services.clock.now()))) throw await refusedToken(services, ip)
    requireUnrelated(body.password, [body.email, ...(await namesAround(db))])
    if (await passwordMatches(user.password_hash, body.password))
      throw new Refusal('password_unchanged', { field: 'password' })
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(body.password) })
      .where('id', '=', entry.user_id)
      .execute()
    await db.deleteFrom('password_resets').where('user_id', '=', entry.user_id).execute()
    await endSessions(db, entry.user_id)
    const ended = await endUnprovedFactors(db, entry.user_id, user)
    await markProved(db, entry.user_id, clock.now())
    return { ...ended, before: user.email_proved_at }
  })
  await endSessionsOf(services, entry)
  // Where the address was never proved, all of them are from before it.
  const ended = { ...factors, keys: await endKeysOf(services, entry, before) }
  await writeAddressElsewhere(services, entry, { email_proved_at: before ?? clock.now() })
  await mailChanged(services, entry, body, ended, language)
  // The owner of the mailbox may sign in from here, even if strangers failed in the meantime.
  await signInThrottle.succeeded(services.attempts, body.email, ip, services.clock.now().getTime())
  return { message: 'password_changed', data: ended }
}

/** Says by mail that the password was changed, and which other ways in ended. */
async function mailChanged(services: Services, entry: UserKey, body: Token, ended: EndedWays, language: Language) {
  const say = (key: string) => services.words.say(language, `auth:mail.changed.${key}`)
  const ways = [ended.passkeys > 0 && say('passkeys'), ended.app && say('app'), ended.keys > 0 && say('keys')]
  const said = ways.filter((way) => way !== false)
  const text = said.length === 0 ? say('text') : `${say('text')}\n\n${say('ended')}\n${said.join('\n')}`
  await inTenant(services.pool, entry.organization_id, 'write', (db) =>
    enqueue(db, entry.organization_id, {
      kind: 'mail',
      key: `changed:${hashToken(body.token).toString('hex')}`,
      payload: { to: body.email, subject: say('subject'), text },
    }),
  )
  services.outbox.wake()
}

type Token = { email: string; token: string }

/** The same refusal for an unknown address, a used token and an unknown token. Too many of them have to wait. */
async function refusedToken({ attempts, clock }: Services, ip: string): Promise<Refusal> {
  const now = clock.now().getTime()
  if (!isLoopback(ip)) {
    await wrongTokens.check(attempts, networkOf(ip), now)
    await wrongTokens.fail(attempts, networkOf(ip), now, true)
  }
  return new Refusal('token_invalid', { field: 'token' })
}

async function isLive(db: TenantDatabase, entry: UserKey, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('expires_at')
    .where('user_id', '=', entry.user_id)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row !== undefined && row.expires_at > now
}
