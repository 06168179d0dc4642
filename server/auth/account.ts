import { sql } from 'kysely'
import type { z } from 'zod'
import type { AccountSecurity, ownAccountCalls } from '#contract/access/account.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { mailAccountNotice } from './account-mail.ts'
import { hashPassword, namesAround, passwordMatches, requireUnrelated } from './passwords.ts'
import { mailAddressProof } from './proof/proved-address.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { requireGivenFactor } from './require-given-factor.ts'
import { codeMatches, removeSecondFactor } from './second-factor.ts'
import { endSessions } from './sessions.ts'
import { createThrottle } from './throttle/throttle.ts'
import { newTotp, totpMatches } from './totp.ts'

const minute = 60_000
/** Guesses at the password of an open session: someone else at the desk. */
const confirmations = createThrottle({
  purpose: 'confirm',
  free: 5,
  windowMs: 15 * minute,
  delayMaximumMs: 15 * minute,
})

/** Each address that is asked for says whether it has an account. */
const addresses = createThrottle({ purpose: 'address', free: 5, windowMs: 60 * minute, delayMaximumMs: 60 * minute })

const ownerOf = ({ session }: Context) => ({ organizationId: session.organization_id, userId: session.user_id })

export async function showSecurity({ db, session }: Context): Promise<AccountSecurity> {
  const { rows } = await sql<Pick<AccountSecurity, 'email' | 'email_proved_at' | 'totp_since' | 'recovery_codes_left'>>`
    SELECT own.email, own.email_proved_at, own.totp_enabled_at AS totp_since,
      (SELECT count(*)::integer FROM recovery_codes AS code WHERE code.organization_id = ${session.organization_id} AND code.user_id = own.id
        AND code.used_at IS NULL) AS recovery_codes_left
    FROM users AS own
    WHERE own.organization_id = ${session.organization_id} AND own.id = ${session.user_id}`.execute(db)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', session.user_id)
    .orderBy('id')
    .execute()
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  const { is_confirmed, requires_second_factor: is_required } = session
  // The driver reads times as text, which the table's type calls Date.
  return { ...found, passkeys, is_required, is_confirmed } as unknown as AccountSecurity
}

/**
 * Proves the person's identity: password, and a code of the app if there is one. Wrong ones are throttled. Answers what is left to do
 * after the commit: the session may be of another organization than the credentials.
 */
export async function confirmIdentity(
  context: Context,
  { password, otp }: z.output<typeof ownAccountCalls.confirm.body>,
): Promise<() => Promise<void>> {
  const { db, session, services } = context
  await requirePassword(context, password, 'password')
  const { totp_enabled_at } = await ownUser(context)
  if (totp_enabled_at) {
    if (otp === undefined) throw new Refusal('second_factor_asked', { field: 'otp' })
    if (!(await codeMatches(services, db, ownerOf(context), otp, context)))
      throw await failed(context, 'wrong_code', 'otp')
  }
  await confirmations.clear(services.attempts, throttleKey(context))
  const { organization_id } = session.membership
  const stamp = (own: TenantDatabase) =>
    sql`UPDATE sessions SET confirmed_at = now(), has_factor = has_factor OR ${totp_enabled_at !== null} WHERE organization_id = ${organization_id} AND token_hash = ${session.token_hash}`.execute(
      own,
    )
  if (organization_id === session.organization_id) await stamp(db)
  return async () => {
    if (organization_id !== session.organization_id) await inTenant(services.pool, organization_id, 'write', stamp)
    services.forgetSessions()
  }
}

/** The other sessions end: one of them may be why the password is changed. The caller ends those of other organizations. */
export async function changePassword(
  context: Context,
  { current_password, password, end_passkeys }: z.output<typeof ownAccountCalls.changePassword.body>,
): Promise<void> {
  const { db, session, services, language } = context
  await requirePassword(context, current_password, 'current_password')
  if (password === current_password) throw new Refusal('password_unchanged', { field: 'password' })
  requireUnrelated(password, [(await ownUser(context)).email, ...(await namesAround(db))])
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', session.user_id).execute()
  await db.deleteFrom('password_resets').where('user_id', '=', session.user_id).execute()
  if (end_passkeys) {
    await requireGivenFactor(context)
    await db.deleteFrom('passkeys').where('user_id', '=', session.user_id).execute()
    services.forgetSessions()
  }
  await endSessions(db, session.user_id, session.token_hash)
  await mailAccountNotice(services, db, { ...ownerOf(context), notice: 'changed', language })
  services.outbox.wake()
}

/** Its primary key settles who has an address. The caller writes it in the other organizations. */
export async function changeEmail(context: Context, email: string): Promise<void> {
  const { db, session, services, language } = context
  const { email: former } = await ownUser(context)
  if (email === former) return
  const now = services.clock.now().getTime()
  await addresses.take(services.attempts, throttleKey(context), now)
  await mailAccountNotice(services, db, { ...ownerOf(context), notice: 'email_changed', language }, { email })
  await db.deleteFrom('user_directory').where('email', '=', former).execute()
  const { organization_id, user_id } = session
  await db.insertInto('user_directory').values({ email, organization_id, user_id }).execute()
  // A link that was mailed to the former address opens nothing any more.
  await db.deleteFrom('password_resets').where('user_id', '=', user_id).execute()
  await db
    .updateTable('users')
    .set({ email, email_proved_at: null, version: sql`version + 1` })
    .where('id', '=', user_id)
    .execute()
  await mailAddressProof(services, db, { account: { organization_id, user_id }, email, language })
  services.forgetSessions()
  services.outbox.wake()
}

/** The secret is in this one answer. It counts once a code of it was given. */
export async function startTotp(context: Context): Promise<Answer> {
  const { db, session, services } = context
  const { email, totp_enabled_at } = await ownUser(context)
  if (totp_enabled_at) throw new Refusal('second_factor_on')
  const { secret, uri } = newTotp(email)
  await db
    .updateTable('users')
    .set({ totp_secret: services.vault.seal(session.organization_id, secret), totp_last_step: 0 })
    .where('id', '=', session.user_id)
    .execute()
  return { data: { secret: null, uri: null }, after: async () => ({ secret, uri }) }
}

export async function enableTotp(context: Context, code: string): Promise<Answer> {
  const { db, session, services, language } = context
  const { totp_enabled_at } = await ownUser(context)
  if (totp_enabled_at) throw new Refusal('second_factor_on')
  if (!(await totpMatches(services, db, ownerOf(context), code))) throw await failed(context, 'wrong_code', 'otp')
  await db
    .updateTable('users')
    .set({ totp_enabled_at: services.clock.now() })
    .where('id', '=', session.user_id)
    .execute()
  const recovery_codes = await renewRecoveryCodes(db, session.user_id)
  await mailAccountNotice(services, db, { ...ownerOf(context), notice: 'second_factor_on', language })
  services.forgetSessions()
  services.outbox.wake()
  return { data: { recovery_codes: [] }, after: async () => ({ recovery_codes }) }
}

export async function disableTotp(context: Context): Promise<void> {
  const { db, session, services, language } = context
  const { totp_since, is_required, passkeys } = await showSecurity(context)
  if (!totp_since) throw new Refusal('second_factor_off')
  if (is_required && passkeys.length === 0) throw new Refusal('second_factor_required')
  await removeSecondFactor(db, session.user_id, false)
  await mailAccountNotice(services, db, { ...ownerOf(context), notice: 'second_factor_off', language })
  services.forgetSessions()
  services.outbox.wake()
}

export async function newRecoveryCodes(context: Context): Promise<Answer> {
  const { totp_enabled_at } = await ownUser(context)
  if (!totp_enabled_at) throw new Refusal('second_factor_off')
  const recovery_codes = await renewRecoveryCodes(context.db, context.session.user_id)
  return { data: { recovery_codes: [] }, after: async () => ({ recovery_codes }) }
}

const ownUser = ({ db, session }: Context) =>
  db
    .selectFrom('users')
    .select(['email', 'password_hash', 'totp_enabled_at'])
    .where('id', '=', session.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

const throttleKey = ({ session }: Context) => `${session.organization_id} ${session.user_id}`

async function requirePassword(context: Context, password: string, field: string): Promise<void> {
  const { attempts, clock } = context.services
  // The row is locked: of many at once, each sees what those before it counted.
  const { password_hash } = await ownUser(context)
  await confirmations.check(attempts, throttleKey(context), clock.now().getTime())
  if (!(await passwordMatches(password_hash, password))) throw await failed(context, 'wrong_password', field)
}

async function failed(context: Context, code: 'wrong_password' | 'wrong_code', field: string): Promise<Refusal> {
  const { attempts, clock } = context.services
  await confirmations.fail(attempts, throttleKey(context), clock.now().getTime(), true)
  return new Refusal(code, { field })
}
