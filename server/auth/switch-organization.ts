import { sql } from 'kysely'
import type { Session } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { entryOf, openSeat, requireMembership } from './memberships.ts'
import type { Visitor } from './sessions.ts'

type PreviousSession = { remember: boolean; expires_at: Date; confirmed_at: Date; has_factor: boolean }

/**
 * Continues the session in another organization, with a new token. The former token opens nothing from then on. The new session has the expiry,
 * the confirmation and the second factor of the former one.
 */
export async function switchOrganization(
  services: Services,
  session: Session,
  organization: number,
  visitor: Visitor,
): Promise<Answer> {
  const target = await requireMembership(services.pool, session.account, organization)
  const needsFactor = !(await entryOf(services.pool, session.account, false))(target)
  const left = await leaveSeat(services, session, needsFactor)
  services.forgetSessions()
  const opened = await openSeat(services, session.account, target, {
    ...left,
    now: services.clock.now(),
    visitor,
    action: 'POST /account/switch',
  })
  return { data: opened }
}

/** Of two requests that switch one session, the second is refused. */
async function leaveSeat({ pool }: Services, session: Session, needsFactor: boolean): Promise<PreviousSession> {
  const { organization_id } = session.membership
  return inTenant(pool, organization_id, 'write', async (db) => {
    const { rows } = await sql<PreviousSession>`
      SELECT remember, expires_at, confirmed_at, has_factor FROM sessions
      WHERE organization_id = ${organization_id} AND token_hash = ${session.token_hash} AND switched_at IS NULL FOR UPDATE`.execute(
      db,
    )
    const [left] = rows
    if (!left) throw new Refusal('organization_switched')
    // A passkey is the only second factor, and this session was opened by the password alone.
    if (needsFactor && !left.has_factor) throw new Refusal('passkey_needed')
    // For a day the former token answers that it was switched, so that other tabs are notified.
    await sql`UPDATE sessions SET switched_at = now(), expires_at = least(expires_at, now() + interval '1 day')
      WHERE organization_id = ${organization_id} AND token_hash = ${session.token_hash}`.execute(db)
    return left
  })
}
