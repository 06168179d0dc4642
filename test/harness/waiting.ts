import type { Client } from 'pg'

/** Waits until this many sessions wait for a lock in this database. */
export async function untilWaiting(client: Client, count: number): Promise<void> {
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  if (rows[0].n < count) await untilWaiting(client, count)
}
