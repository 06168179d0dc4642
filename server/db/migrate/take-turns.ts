import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings } from '../driver/pool.ts'

const look_ms = 100
/** Long enough for the migrations of another server. */
const turnMaximum_ms = 600_000

/**
 * Runs `work` while no other server brings the same database up to date. The lock belongs to a transaction, so it also holds through a pooler in
 * transaction mode and ends with this connection. A server that waits says so, and refuses in the end.
 */
export async function takeTurns<Result>(
  settings: ConnectionSettings & pg.ClientConfig,
  warn: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const guard = new pg.Client(settings)
  guard.on('error', () => {})
  try {
    await guard.connect()
    // The transaction is idle while the migrations run.
    await guard.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0')
    await lock(guard, warn)
    return await work()
  } finally {
    await guard.end()
  }
}

async function lock(guard: pg.Client, warn: (line: string) => void): Promise<void> {
  for (let waited_ms = 0; ; waited_ms += look_ms) {
    const { rows } = await guard.query(`SELECT pg_try_advisory_xact_lock(hashtext('mizan migrate')) AS taken`)
    if (rows[0].taken) return
    if (waited_ms === 10 * look_ms) warn('another server brings the database up to date; waiting for it.')
    if (waited_ms >= turnMaximum_ms)
      throw new StartRefusal(
        `Another server has held the lock of the migrations for ${turnMaximum_ms / 60_000} minutes: see pg_stat_activity for "mizan migrate".`,
      )
    await sleep(look_ms)
  }
}
