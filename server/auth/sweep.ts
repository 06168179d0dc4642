import { sql } from 'kysely'
import { createAttemptStore } from '#server/core/attempts.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { tenantsOf } from '#server/db/organizations.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'

const first_ms = 60_000
const often_ms = 3_600_000

/**
 * Deletes what can no longer be used: every hour, one organisation after the other. `now` is the clock that sessions are opened by. While
 * the demonstration is filled, that clock is months in the past, and its owner has to stay signed in.
 */
export function startSweep(pool: Pool, tell: (error: unknown) => void, now: () => Date): { stop(): void } {
  const sweep = () => sweepAll(pool, now()).catch(tell)
  const timers = [setTimeout(sweep, first_ms).unref(), setInterval(sweep, often_ms).unref()]
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

export async function sweepAll(pool: Pool, now = new Date()): Promise<void> {
  await createAttemptStore(pool).sweep(now.getTime())
  for (const organization of await tenantsOf(pool)) await sweepOne(pool, organization, now)
}

/** Expired sessions and links, idempotency keys older than a week, and webhook deliveries that have been over for a month. */
const sweepOne = (pool: Pool, organization: number, now: Date): Promise<void> =>
  inTenant(pool, organization, 'write', async (db) => {
    await sql`DELETE FROM webhook_deliveries WHERE organization_id = ${organization} AND state <> 'waiting' AND created_at < now() - interval '30 days'`.execute(
      db,
    )
    await sql`DELETE FROM webhook_events AS event WHERE organization_id = ${organization} AND at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.organization_id = ${organization} AND d.event_id = event.id)`.execute(
      db,
    )
    await Promise.all([
      sql`DELETE FROM sessions WHERE organization_id = ${organization}
        AND (expires_at < ${now} OR last_used_at < now() - CASE WHEN remember THEN interval '30 days' ELSE interval '12 hours' END)`.execute(
        db,
      ),
      sql`DELETE FROM password_resets WHERE organization_id = ${organization} AND expires_at < ${now}`.execute(db),
      sql`DELETE FROM idempotency_keys WHERE organization_id = ${organization} AND created_at < now() - interval '7 days'`.execute(
        db,
      ),
    ])
  })
