import { sql } from 'kysely'
import { entryOf, membershipsOf, openSeat } from '#server/auth/memberships.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { requireAnotherOwner } from '#server/people/require-an-owner.ts'
import { lockUser, removeMembership } from '#server/people/save-user.ts'

/** The caller leaves. The last owner hands over first. What was entered keeps the name. */
export async function leaveOrganization(context: Context): Promise<Answer> {
  const { db, session, services } = context
  const { organization_id, user_id, token_hash, account } = session
  const stored = await lockUser(context, user_id)
  if (stored.is_owner) await requireAnotherOwner(context, user_id, new Refusal('last_owner_stays'))
  const { rows } = await sql<{ remember: boolean; expires_at: Date; has_factor: boolean; user_agent: string | null }>`
    SELECT remember, expires_at, has_factor, user_agent FROM sessions WHERE organization_id = ${organization_id} AND token_hash = ${token_hash}`.execute(
    db,
  )
  const [left] = rows
  await removeMembership(context, user_id, stored)
  const next = async () => {
    services.forgetSessions()
    if (!left || account.organization_id === organization_id) return null
    const mayEnter = await entryOf(services.pool, account, left.has_factor)
    const seat = (await membershipsOf(services.pool, account)).find(mayEnter)
    const visitor = { ip: context.ip ?? '', userAgent: left.user_agent ?? undefined, language: context.language }
    const { remember, expires_at, has_factor } = left
    const facts = {
      remember,
      expires_at,
      has_factor,
      visitor,
      now: services.clock.now(),
      action: 'POST /account/switch',
    }
    return seat ? openSeat(services, account, seat, facts) : null
  }
  return { data: null, message: 'left_organization', after: next }
}
