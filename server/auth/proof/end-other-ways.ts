import { sql } from 'kysely'
import type { EndedWays } from '#contract/access/auth.ts'
import type { UserKey } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { membershipsOf } from '../memberships.ts'
import { removeSecondFactor } from '../second-factor.ts'

type Owned = { email_proved_at: Date | null; totp_enabled_at: Date | null }

/**
 * A way back into an account closes the ways in that were added before its address was proved: until then anybody may have added them.
 * Later ones stay, because the mailbox alone must not remove a second factor.
 */
export async function endUnprovedFactors(
  db: TenantDatabase,
  userId: number,
  { email_proved_at, totp_enabled_at }: Owned,
): Promise<Omit<EndedWays, 'keys'>> {
  const isUnproved = (at: Date) => email_proved_at === null || at < email_proved_at
  const passkeys = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(email_proved_at !== null, (query) => query.where('created_at', '<', email_proved_at as Date))
    .returning('id')
    .execute()
  const app = totp_enabled_at !== null && isUnproved(totp_enabled_at)
  if (app) await removeSecondFactor(db, userId, false)
  return { passkeys: passkeys.length, app }
}

/** Ends the keys of programs that the person created, in every organization: all, or those from before a moment. */
export async function endKeysOf(services: Services, account: UserKey, before: Date | null): Promise<number> {
  let ended = 0
  for (const { organization_id, user_id } of await membershipsOf(services.pool, account))
    ended += await inTenant(services.pool, organization_id, 'write', async (db) => {
      const { rows } = await sql`UPDATE api_keys SET ended_at = now(), ended_by = ${user_id}, version = version + 1
        WHERE organization_id = ${organization_id} AND user_id = ${user_id} AND ended_at IS NULL
          AND (${before}::timestamptz IS NULL OR created_at < ${before}) RETURNING id`.execute(db)
      return rows.length
    })
  services.forgetSessions()
  return ended
}
