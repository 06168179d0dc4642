import { sql } from 'kysely'
import type { DeskRow } from '#contract/reports/desk.ts'
import { type Membership, membershipsOf } from '#server/auth/memberships.ts'
import { sessionGaveFactor } from '#server/auth/second-factor.ts'
import type { Session } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { accountHasFactor } from '#server/http/session-facts.ts'
import { waitingWork } from './waiting-work.ts'

/**
 * The accountant's desk: what waits in each organization of the person. Each is read in a transaction of its own, with the role of the
 * person there. One that requires a second factor stays closed to a session without it.
 */
export async function readDesk(services: Services, session: Session): Promise<DeskRow[]> {
  const rows: DeskRow[] = []
  const { pool } = services
  const hasFactor = (await accountHasFactor(pool, session.account)) && (await sessionGaveFactor(pool, session))
  for (const one of await membershipsOf(pool, session.account)) {
    const { organization_id: id, name, name_en, logo, role, is_owner, status } = one
    const state = one.requires_second_factor && !hasFactor ? 'second_factor' : status === 'pending' ? 'pending' : 'open'
    rows.push({
      id,
      name,
      name_en,
      logo,
      role,
      is_owner,
      state,
      is_current: id === session.membership.organization_id,
      waiting: state === 'open' ? await readWaiting(services, one) : null,
    })
  }
  return rows
}

const readWaiting = (services: Services, { organization_id, user_id, is_owner }: Membership) =>
  inTenant(services.pool, organization_id, 'snapshot', async (db) => {
    const context = await systemContext(services, db, organization_id, { user_id })
    const authority = await authorityOf(db, organization_id, user_id)
    return waitingWork({ ...context, session: { ...context.session, is_owner, authority } })
  })

async function authorityOf(db: TenantDatabase, organization: number, user: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ permission: string }>`
    SELECT p.permission FROM users AS u JOIN role_permissions AS p ON p.organization_id = ${organization} AND p.role_id = u.role_id
    WHERE u.organization_id = ${organization} AND u.id = ${user}`.execute(db)
  return new Set(rows.map(({ permission }) => permission))
}
