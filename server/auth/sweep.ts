import { sql } from 'kysely'
import { createAttemptStore } from '#server/core/attempts.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { tenantsOf } from '#server/db/organizations.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'

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
  for (const organization of await tenantsOf(pool)) {
    await sweepOne(pool, organization, now)
    await sealLog(pool, organization, now)
  }
}

/**
 * Expired sessions and links, idempotency keys older than a week, webhook deliveries that have been over for a month; after a year
 * devices that were not seen, messages that are over, and the files and rows of imports. The log of activity is sealed.
 */
const sweepOne = (pool: Pool, organization: number, now: Date): Promise<void> =>
  inTenant(pool, organization, 'write', async (db) => {
    await sql`DELETE FROM webhook_deliveries WHERE organization_id = ${organization} AND state <> 'waiting' AND created_at < now() - interval '30 days'`.execute(
      db,
    )
    await sql`DELETE FROM webhook_events AS event WHERE organization_id = ${organization} AND at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.organization_id = ${organization} AND d.event_id = event.id)`.execute(
      db,
    )
    // Deliveries, e-invoices and reports show what became of their message.
    await sql`DELETE FROM outbox_messages WHERE organization_id = ${organization} AND state IN ('sent', 'failed', 'unknown')
      AND kind NOT IN ('delivery', 'e_invoice', 'report_mail')
      AND created_at < now() - CASE WHEN kind = 'webhook' THEN interval '30 days' ELSE interval '12 months' END`.execute(
      db,
    )
    for (const table of ['import_rows', 'import_files'] as const)
      await sql`DELETE FROM ${sql.table(table)} AS own USING imports WHERE own.organization_id = ${organization}
        AND imports.organization_id = ${organization} AND imports.id = own.import_id AND imports.kind <> 'package'
        AND imports.created_at < ${now}::timestamptz - interval '12 months'
        AND imports.state NOT IN ('checking', 'committing', 'undoing')`.execute(db)
    await Promise.all([
      sql`DELETE FROM known_devices WHERE organization_id = ${organization}
        AND last_seen_at < ${now}::timestamptz - interval '12 months'`.execute(db),
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

/** Days that are sealed at once: each in a transaction of its own, so that a long log is no long transaction. */
const sealedAtOnce = 60

/** Seals the days that ended a day ago or earlier: a transaction of midnight has long been committed. */
async function sealLog(pool: Pool, organization: number, now: Date): Promise<void> {
  for (let days = 0; days < sealedAtOnce; days++)
    if (!(await inTenant(pool, organization, 'write', (db) => sealNextDay(db, organization, now)))) return
}

async function sealNextDay(db: TenantDatabase, organization: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    WITH next AS (
      SELECT (min(at) AT TIME ZONE 'UTC')::date AS day FROM audit_log WHERE organization_id = ${organization}
        AND at < date_trunc('day', least(${now}::timestamptz, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
        AND at >= coalesce((SELECT max(day) + 1 FROM audit_seals WHERE organization_id = ${organization})::timestamp AT TIME ZONE 'UTC', '-infinity'))
    INSERT INTO audit_seals (organization_id, day, entries, digest)
    SELECT audit_log.organization_id, next.day, count(*),
      bit_xor(audit_digest(id, at, user_id, action, resource, resource_id, request_id, details, ip, api_key_id))
    FROM next JOIN audit_log ON audit_log.organization_id = ${organization}
      AND at >= next.day::timestamp AT TIME ZONE 'UTC' AND at < (next.day + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1, 2 RETURNING day`.execute(db)
  return rows.length > 0
}
