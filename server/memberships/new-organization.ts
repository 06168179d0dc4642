import { sql } from 'kysely'
import type { z } from 'zod'
import type { newOrganizationCall } from '#contract/access/memberships.ts'
import { homeColumns, personalAccount } from '#server/auth/personal-account.ts'
import { nextOrganizationId, riyal } from '#server/auth/register.ts'
import type { Visitor } from '#server/auth/sessions.ts'
import { switchOrganization } from '#server/auth/switch-organization.ts'
import { createThrottle } from '#server/auth/throttle/throttle.ts'
import type { Session } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'

const hour_ms = 3_600_000
const created = createThrottle({ purpose: 'new organizations', free: 5, windowMs: hour_ms, delayMaximumMs: hour_ms })

/** A further organization, owned by the signed-in person. The session switches to it, and its set-up follows. */
export async function newOrganization(
  services: Services,
  session: Session,
  { name }: z.output<typeof newOrganizationCall.body>,
  visitor: Visitor,
): Promise<Answer> {
  const { pool, clock } = services
  const key = `${session.account.organization_id} ${session.account.user_id}`
  await created.take(services.attempts, key, clock.now().getTime())
  const home = await personalAccount(services, session.account)
  const person = await inTenant(pool, home.organization_id, 'read', (db) =>
    db.selectFrom('users').select(['name', 'email']).where('id', '=', home.user_id).executeTakeFirstOrThrow(),
  )
  const columns = await homeColumns(pool, home)
  const organization_id = await nextOrganizationId(services)
  await inTenant(pool, organization_id, 'write', async (db) => {
    await db
      .insertInto('organizations')
      .values({ organization_id, name, email: person.email, currency_id: riyal })
      .execute()
    await db
      .insertInto('users')
      .values({ ...person, ...columns, status: 'active', is_owner: true })
      .execute()
  })
  await inTenant(pool, home.organization_id, 'write', (db) =>
    sql`INSERT INTO memberships (organization_id, member_organization_id) VALUES (${home.organization_id}, ${organization_id})`.execute(
      db,
    ),
  )
  return switchOrganization(services, { ...session, account: home }, organization_id, visitor)
}
