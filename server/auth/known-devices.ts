import { sql } from 'kysely'
import { type Context, dayInRiyadh, timeInRiyadh } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import type { Services } from '#server/core/services.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { mailAccountNotice } from './account-mail.ts'
import { deviceLabel } from './device-label.ts'
import type { Visitor } from './sessions.ts'

type Owner = Pick<Context['session'], 'organization_id' | 'user_id'>

/**
 * Notes from which device and network a person signs in. A mail goes out when either of them is new, but not for the first sign-in. Answers
 * whether one was stored.
 */
export async function noteDevice(
  services: Services,
  db: TenantDatabase,
  { organization_id, user_id }: Owner,
  visitor: Visitor,
): Promise<boolean> {
  const device = deviceLabel(visitor.userAgent)
  const network = networkOf(visitor.ip)
  const { rows } = await sql<{ known: boolean; first: boolean }>`
    SELECT coalesce(bool_or(device = ${device}), false) AND coalesce(bool_or(network = ${network}), false) AS known, count(*) = 0 AS first
    FROM known_devices WHERE organization_id = ${organization_id} AND user_id = ${user_id}`.execute(db)
  await sql`INSERT INTO known_devices (organization_id, user_id, device, network, last_seen_at)
    VALUES (${organization_id}, ${user_id}, ${device}, ${network}, now())
    ON CONFLICT (organization_id, user_id, device, network) DO UPDATE SET last_seen_at = excluded.last_seen_at`.execute(
    db,
  )
  const [found] = rows
  if (!found || found.known || found.first) return false
  const now = services.clock.now()
  const at = `${dayInRiyadh(now)} ${timeInRiyadh(now).slice(0, 5)}`
  const facts = {
    organizationId: organization_id,
    userId: user_id,
    notice: 'new_device',
    language: visitor.language,
  } as const
  await mailAccountNotice(services, db, facts, { device, ip: visitor.ip, at })
  return true
}
