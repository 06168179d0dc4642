import { sql } from 'kysely'
import type { UserKey } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { accountHasFactor } from '#server/http/session-facts.ts'
import { sessionUser } from './session-user.ts'
import { openSession, type SessionOpening } from './sessions.ts'

/** An organization that a person belongs to, and as whom. */
export type Membership = UserKey & {
  name: string
  name_en: string | null
  logo: string | null
  status: 'pending' | 'active'
  is_owner: boolean
  role: string | null
  requires_second_factor: boolean
}

/**
 * The organizations of a person, the latest used first. The personal tenant names them, and each is asked in a transaction of its own
 * whether the person belongs to it: an administrator who ends a membership writes in one organization only.
 */
export async function membershipsOf(pool: Pool, account: UserKey): Promise<Membership[]> {
  const found: Membership[] = []
  for (const organization of await memberOrganizationsOf(pool, account)) {
    const one = await readMembership(pool, organization, account)
    if (one) found.push(one)
  }
  return found
}

/** Where a row of the person may be. The person need not belong to each of them any more. */
export async function memberOrganizationsOf(pool: Pool, { organization_id: own }: UserKey): Promise<number[]> {
  const { rows } = await inTenant(pool, own, 'read', (db) =>
    sql<{ organization_id: number }>`
      SELECT coalesce(m.member_organization_id, o.organization_id) AS organization_id
      FROM organizations AS o LEFT JOIN memberships AS m ON m.organization_id = ${own} AND o.is_personal
      WHERE o.organization_id = ${own} AND (NOT o.is_personal OR m.member_organization_id IS NOT NULL)
      ORDER BY m.last_used_at DESC, 1`.execute(db),
  )
  return rows.map(({ organization_id }) => organization_id)
}

export async function readMembership(
  pool: Pool,
  organization: number,
  account: UserKey,
): Promise<Membership | undefined> {
  const isOwn = organization === account.organization_id
  const who = isOwn
    ? sql`u.id = ${account.user_id}`
    : sql`u.home_organization_id = ${account.organization_id} AND u.home_user_id = ${account.user_id}`
  const { rows } = await inTenant(pool, organization, 'read', (db) =>
    sql<Membership>`
      SELECT u.organization_id, u.id AS user_id, u.is_owner, r.name AS role, o.name, o.name_en, o.logo, o.status,
        o.second_factor_required OR coalesce(r.second_factor_required, false) AS requires_second_factor
      FROM users AS u
      JOIN organizations AS o ON o.organization_id = ${organization}
      LEFT JOIN roles AS r ON r.organization_id = ${organization} AND r.id = u.role_id
      WHERE u.organization_id = ${organization} AND u.status = 'active' AND u.deleted_at IS NULL AND NOT o.is_personal AND ${who}`.execute(
      db,
    ),
  )
  return rows[0]
}

/** The membership in this organization, or the refusal that an unknown organization gets too. */
export async function requireMembership(pool: Pool, account: UserKey, organization: number): Promise<Membership> {
  const found = await readMembership(pool, organization, account)
  if (!found) throw new Refusal('not_found')
  return found
}

/**
 * Which organizations a session may enter. One that requires a second factor is closed to a session that did not give the factor that the
 * person has. A person without any enters, and sets one up there.
 */
export async function entryOf(
  pool: Pool,
  account: UserKey,
  gave_factor: boolean,
): Promise<(organization: Pick<Membership, 'requires_second_factor'>) => boolean> {
  const isOpen = gave_factor || !(await accountHasFactor(pool, account))
  return ({ requires_second_factor }) => isOpen || !requires_second_factor
}

type Seat = Omit<SessionOpening, 'organizationId' | 'userId'> & { action: string }

/** Opens a session in one organization, and logs it there. */
export async function openSeat(services: Services, account: UserKey, seat: UserKey, opening: Seat) {
  const { organization_id, user_id } = seat
  const { action, ...facts } = opening
  const opened = await inTenant(services.pool, organization_id, 'write', async (db) => {
    const token = await openSession(db, { organizationId: organization_id, userId: user_id, ...facts })
    const what = { action, resource: 'session', resource_id: null }
    await db
      .insertInto('audit_log')
      .values({ ...what, user_id, ip: facts.visitor.ip })
      .execute()
    return { token, user: await sessionUser(db, user_id) }
  })
  if (account.organization_id !== organization_id)
    await inTenant(services.pool, account.organization_id, 'write', (db) =>
      sql`UPDATE memberships SET last_used_at = now() WHERE organization_id = ${account.organization_id} AND member_organization_id = ${organization_id}`.execute(
        db,
      ),
    )
  return opened
}
