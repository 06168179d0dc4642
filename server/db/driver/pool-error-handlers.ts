import type pg from 'pg'

/**
 * A pool that outlives its connections: one that dies while idle is replaced at the next checkout, and one that dies in somebody's
 * hands, between two of his statements, fails the next of them. Without listeners either would end the process.
 */
export function attachErrorHandlers(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
