import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { accountHasFactor } from '#server/http/session-facts.ts'
import { membershipsOf } from './memberships.ts'
import { sessionGaveFactor } from './second-factor.ts'

/**
 * A session of the password alone does not change the second factor of a person in an organization that requires one. Otherwise the
 * password alone would open that organization, by way of another one of the person: with a new factor, or without the former one.
 */
export async function requireGivenFactor({ db, services, session }: Context): Promise<void> {
  const { pool } = services
  const { account } = session
  if (!(await accountHasFactor(pool, account)) || (await sessionGaveFactor(pool, session))) return
  if (!(await membershipsOf(pool, account)).some((one) => one.requires_second_factor)) return
  const { totp_enabled_at } = await db
    .selectFrom('users')
    .select('totp_enabled_at')
    .where('id', '=', account.user_id)
    .executeTakeFirstOrThrow()
  // The confirmation asks for a code of the app. A passkey is given at the sign-in only.
  throw new Refusal(totp_enabled_at ? 'confirm_identity' : 'passkey_needed')
}
