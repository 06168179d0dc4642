import type { z } from 'zod'
import type { registration } from '#contract/access/auth.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { findInDirectory } from './directory.ts'
import { noteDevice } from './known-devices.ts'
import { hashPassword, requireUnrelated } from './passwords.ts'
import { mailAddressProof } from './proof/proved-address.ts'
import { sessionUser } from './session-user.ts'
import { openSession, type Visitor } from './sessions.ts'
import { createThrottle, isLoopback } from './throttle/throttle.ts'

const hour = 3_600_000
/** The base currency until the set-up chooses one. */
export const riyal = 1
const byAddress = createThrottle({ purpose: 'register', free: 20, windowMs: hour, delayMaximumMs: hour })

/** A new organisation in waiting, with the person who registers as its owner; onboarding makes it ready for work. */
export async function register(
  services: Services,
  body: z.output<typeof registration>,
  visitor: Visitor,
): Promise<Answer> {
  const { ip } = visitor
  const now = services.clock.now()
  if (!isLoopback(ip)) {
    await byAddress.take(services.attempts, networkOf(ip), now.getTime())
  }
  if (await findInDirectory(services.pool, body.email)) throw new Refusal('email_taken', { field: 'email' })
  requireUnrelated(body.password, [body.email, body.name])
  const password_hash = await hashPassword(body.password, 'password', isLoopback(ip) ? undefined : networkOf(ip))
  const organizationId = await nextOrganizationId(services)
  return inTenant(services.pool, organizationId, 'write', async (db) => {
    await db
      .insertInto('organizations')
      .values({
        organization_id: organizationId,
        name: body.name,
        email: body.email,
        mobile: body.mobile,
        currency_id: riyal,
      })
      .execute()
    const owner = {
      name: body.name,
      email: body.email,
      mobile: body.mobile,
      password_hash,
      status: 'active',
      is_owner: true,
    }
    const { id } = await db.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow()
    // Its primary key settles who was first when two register one address at the same moment.
    await db
      .insertInto('user_directory')
      .values({ email: body.email, organization_id: organizationId, user_id: id })
      .execute()
    const token = await openSession(db, { organizationId, userId: id, remember: false, now, visitor })
    const account = { organization_id: organizationId, user_id: id }
    await noteDevice(services, db, account, visitor)
    await mailAddressProof(services, db, { account, email: body.email, language: visitor.language })
    services.outbox.wake()
    return { data: { token, user: await sessionUser(db, id) } }
  })
}

/** The tenant must be known before its first row may be written, so the id is drawn ahead. */
export async function nextOrganizationId({ pool }: Services): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('organizations', 'organization_id')) AS id",
  )
  return (rows[0] as { id: number }).id
}
