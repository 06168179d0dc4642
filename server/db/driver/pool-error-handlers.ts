import type pg from 'pg'

/**
 * A pool that survives its connections: one that dies while idle is replaced at the next checkout, and one that dies
 * while checked out fails its next statement. Without listeners either would end the process.
 */
export function attachErrorHandlers(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
