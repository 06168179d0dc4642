import { sql } from 'kysely'
import type { z } from 'zod'
import { confirmMinutes, type SecurityPolicy, type securityPolicyCalls } from '#contract/access/account.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export async function readSecurityPolicy({ db, session }: Context): Promise<SecurityPolicy> {
  const { organization_id } = session
  const { rows } = await sql<Omit<SecurityPolicy, 'confirm_minutes'> & { confirm_minutes: number }>`
    SELECT own.second_factor_required, own.confirm_minutes,
      (SELECT count(*)::integer FROM users AS u WHERE u.organization_id = ${organization_id} AND u.status = 'active') AS people,
      (SELECT count(*)::integer FROM users AS u WHERE u.organization_id = ${organization_id} AND u.status = 'active' AND u.totp_enabled_at IS NULL AND NOT u.home_has_factor
        AND NOT EXISTS (SELECT FROM passkeys AS k WHERE k.organization_id = ${organization_id} AND k.user_id = u.id)) AS people_without
    FROM organizations AS own WHERE own.organization_id = ${organization_id}`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return { ...found, confirm_minutes: confirmMinutes.find((known) => Number(known) >= found.confirm_minutes) ?? '240' }
}

/** A person who requires a second factor from all must have one: otherwise no one could remove the requirement. */
export async function writeSecurityPolicy(
  context: Context,
  body: z.output<typeof securityPolicyCalls.update.body>,
): Promise<void> {
  const { db, session, services } = context
  const { second_factor_required } = body
  const before = await readSecurityPolicy(context)
  if (second_factor_required && !before.second_factor_required && !(await hasSecondFactor(context)))
    throw new Refusal('second_factor_first', { field: 'second_factor_required' })
  await db
    .updateTable('organizations')
    .set({ second_factor_required, confirm_minutes: Number(body.confirm_minutes) })
    .where('organization_id', '=', session.organization_id)
    .execute()
  services.forgetSessions()
}

async function hasSecondFactor({ db, session }: Context): Promise<boolean> {
  const own = await db
    .selectFrom('users')
    .select(['totp_enabled_at', 'home_has_factor'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', session.user_id).executeTakeFirst()
  return own.totp_enabled_at !== null || own.home_has_factor || passkey !== undefined
}
