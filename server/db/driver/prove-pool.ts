import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '#server/start-refusal.ts'
import { type ConnectionSettings, connect, createPool } from './pool.ts'

const answerMaximum_ms = 10_000
const advice =
  'Behind PgBouncer in transaction mode Mizan needs version 1.21 or newer, max_prepared_statements = 500 and a pool of 20 connections or more for each process.'

/**
 * Proves that the pool can do what requests will do: two connections at once, and statements that are prepared once and run in later transactions. Behind a pooler
 * that does not follow prepared statements the second run meets another connection. The start is refused then, not every request after it.
 */
export async function provePool(settings: ConnectionSettings): Promise<void> {
  const pool = createPool(settings, 2)
  const patience = new AbortController()
  const late = sleep(answerMaximum_ms, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`no answer within ${answerMaximum_ms / 1_000} seconds`)
  })
  // It also ends after the race was decided.
  late.catch(() => {})
  try {
    await Promise.race([runTwice(pool), late])
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    const isPrepared = code === '26000' || code === '42P05' || /prepared statement/.test(message)
    throw new StartRefusal(
      isPrepared
        ? `The database's pooler does not follow prepared statements (${message}). ${advice}`
        : `The application's connections do not work (${message || code}). ${advice}`,
    )
  } finally {
    patience.abort()
    // A connection that never answers must not hold up the refusal.
    void pool.end()
  }
}

const probe = 'SELECT 1 AS mizan_probe'

async function runTwice(pool: ReturnType<typeof createPool>): Promise<void> {
  const [one, other] = [await connect(pool), await connect(pool)]
  try {
    await one.command(probe)
    // The pooler gives the connection that was just used to the next transaction.
    await other.command('BEGIN')
    await other.command('SELECT 1 AS mizan_other')
    await one.command(probe)
    await other.command('COMMIT')
    await other.command(probe)
  } finally {
    one.release(true)
    other.release(true)
  }
}
