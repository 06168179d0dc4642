import { sql } from 'kysely'
import type { z } from 'zod'
import type { AccountSecurity, AccountSession, ownAccountCalls } from '#contract/access/account.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { mailAccountNotice } from './account-mail.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { codeMatches, removeSecondFactor } from './second-factor.ts'
import { endSessions } from './sessions.ts'
import { createThrottle } from './throttle.ts'
import { newTotp, totpMatches } from './totp.ts'

const minute = 60_000
/** Guesses at the password of an open session: someone else at the desk. */
const confirmations = createThrottle({
  purpose: 'confirm',
  free: 5,
  windowMs: 15 * minute,
  delayMaximumMs: 15 * minute,
})

const ownerOf = ({ session }: Context) => ({ organizationId: session.organization_id, userId: session.user_id })

export async function showSecurity({ db, session }: Context): Promise<AccountSecurity> {
  const { rows } = await sql<Omit<AccountSecurity, 'passkeys' | 'is_confirmed'>>`
    SELECT own.totp_enabled_at AS totp_since, organization.second_factor_required OR coalesce(role.second_factor_required, false) AS is_required,
      (SELECT count(*)::integer FROM recovery_codes AS code WHERE code.organization_id = ${session.organization_id} AND code.user_id = own.id
        AND code.used_at IS NULL) AS recovery_codes_left
    FROM users AS own
    JOIN organizations AS organization ON organization.organization_id = ${session.organization_id}
    LEFT JOIN roles AS role ON role.organization_id = ${session.organization_id} AND role.id = own.role_id
    WHERE own.organization_id = ${session.organization_id} AND own.id = ${session.user_id}`.execute(db)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', session.user_id)
    .orderBy('id')
    .execute()
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return { ...found, passkeys, is_confirmed: session.is_confirmed } as unknown as AccountSecurity
}

export async function ownSessions({ db, session }: Context): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'ip', 'created_at', 'last_used_at', 'token_hash'])
    .where('user_id', '=', session.user_id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`last_used_at > now() - CASE WHEN remember THEN interval '30 days' ELSE interval '12 hours' END`)
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map(({ token_hash, ...shown }) => ({
    ...shown,
    is_current: session.token_hash.equals(token_hash),
  })) as unknown as AccountSession[]
}

export async function endSession({ db, session, services }: Context, id: number): Promise<void> {
  const own = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('id', '=', id)
    .where('user_id', '=', session.user_id)
    .executeTakeFirst()
  if (!own) throw new Refusal('not_found')
  // The session at hand is ended by signing out.
  if (session.token_hash.equals(own.token_hash)) throw new Refusal('not_this_session')
  await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', session.user_id).execute()
  services.forgetSessions()
}

export async function endOtherSessions({ db, session, services }: Context): Promise<void> {
  await endSessions(db, session.user_id, session.token_hash)
  services.forgetSessions()
}

/** Proves the person's identity: password, and a code of the app if there is one. Wrong ones are throttled. */
export async function confirmIdentity(
  context: Context,
  { password, otp }: z.output<typeof ownAccountCalls.confirm.body>,
): Promise<void> {
  const { db, session, services } = context
  await requirePassword(context, password, 'password')
  const { totp_enabled_at } = await ownUser(context)
  if (totp_enabled_at) {
    if (otp === undefined) throw new Refusal('second_factor_asked', { field: 'otp' })
    if (!(await codeMatches(services, db, ownerOf(context), otp, context)))
      throw await failed(context, 'wrong_code', 'otp')
  }
  await confirmations.clear(services.attempts, throttleKey(context))
  await sql`UPDATE sessions SET confirmed_at = now() WHERE organization_id = ${session.organization_id} AND token_hash = ${session.token_hash}`.execute(
    db,
  )
  services.forgetSessions()
}

/** The other sessions end: one of them may be why the password is changed. */
export async function changePassword(
  context: Context,
  { current_password, password }: z.output<typeof ownAccountCalls.changePassword.body>,
): Promise<void> {
  const { db, session, services, language } = context
  await requirePassword(context, current_password, 'current_password')
  if (password === current_password) throw new Refusal('password_unchanged', { field: 'password' })
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', session.user_id).execute()
  await db.deleteFrom('password_resets').where('user_id', '=', session.user_id).execute()
  await endSessions(db, session.user_id, session.token_hash)
  await mailAccountNotice(services, db, { ...ownerOf(context), notice: 'changed', language })
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
  await confirmations.check(attempts, throttleKey(context), clock.now().getTime())
  const { password_hash } = await ownUser(context)
  if (!(await passwordMatches(password_hash, password))) throw await failed(context, 'wrong_password', field)
}

async function failed(context: Context, code: 'wrong_password' | 'wrong_code', field: string): Promise<Refusal> {
  const { attempts, clock } = context.services
  await confirmations.fail(attempts, throttleKey(context), clock.now().getTime(), true)
  return new Refusal(code, { field })
}
