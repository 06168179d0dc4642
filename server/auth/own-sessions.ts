import { sql } from 'kysely'
import type { AccountSession } from '#contract/access/account.ts'
import type { Session, UserKey } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { membershipsOf } from './memberships.ts'
import { endSessions } from './sessions.ts'

/** The open sessions of a person, in every organization, the latest used first. */
export async function ownSessions({ pool }: Services, session: Session): Promise<AccountSession[]> {
  const found: (Omit<AccountSession, 'is_current'> & { token_hash: Buffer })[] = []
  for (const { organization_id, user_id, name, name_en } of await membershipsOf(pool, session.account)) {
    const organization = { id: organization_id, name, name_en }
    found.push(
      ...(await inTenant(pool, organization_id, 'read', (db) =>
        sql<Omit<(typeof found)[number], 'organization'>>`
          SELECT id, device, ip, created_at, last_used_at, token_hash FROM sessions
          WHERE organization_id = ${organization_id} AND user_id = ${user_id} AND switched_at IS NULL AND expires_at > now()
            AND last_used_at > now() - CASE WHEN remember THEN interval '30 days' ELSE interval '12 hours' END
          ORDER BY last_used_at DESC`
          .execute(db)
          .then(({ rows }) => rows.map((row) => ({ ...row, organization }))),
      )),
    )
  }
  return found
    .sort((one, other) => Number(other.last_used_at) - Number(one.last_used_at))
    .map(({ token_hash, ...shown }) => ({ ...shown, is_current: session.token_hash.equals(token_hash) }))
}

export async function requireOwnSession(services: Services, session: Session, id: number): Promise<AccountSession> {
  const own = (await ownSessions(services, session)).find((one) => one.id === id)
  if (!own) throw new Refusal('not_found')
  // The current session is ended by signing out.
  if (own.is_current) throw new Refusal('not_this_session')
  return own
}

export async function endSession(services: Services, { id, organization }: AccountSession): Promise<void> {
  await inTenant(services.pool, organization.id, 'write', (db) =>
    db.deleteFrom('sessions').where('id', '=', id).execute(),
  )
  services.forgetSessions()
}

/** Ends the sessions of a person in every organization, except this one. */
export async function endSessionsOf(services: Services, account: UserKey, except?: Buffer): Promise<void> {
  for (const { organization_id, user_id } of await membershipsOf(services.pool, account))
    await inTenant(services.pool, organization_id, 'write', (db) => endSessions(db, user_id, except))
  services.forgetSessions()
}
