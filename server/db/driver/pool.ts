import pg from 'pg'
import { PipelinedClient } from './pipelined-client.ts'
import { attachErrorHandlers } from './pool-error-handlers.ts'

export type ConnectionSettings = {
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl?: boolean | object
}
export type Pool = pg.Pool

// Ids stay below 2^53; dates are days, not instants, and must never pass through a time zone; numerics stay text.
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1016: numbersOf, 1082: (value) => value }
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/** `{1,2}`: a list of ids without gaps, as `array_agg` makes one. Thousands are read at once, not sign by sign. */
function numbersOf(list: string): number[] {
  return JSON.parse(`[${list.slice(1, -1)}]`)
}

export function createPool(settings: ConnectionSettings, connections = 16): Pool {
  return attachErrorHandlers(
    new pg.Pool({
      ...settings,
      Client: PipelinedClient as unknown as typeof pg.Client,
      types: types as pg.CustomTypesConfig,
      max: connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 20_000,
      lock_timeout: 8_000,
      application_name: 'mizan',
      // Tenant zero, until a transaction sets its tenant: row security then shows nothing.
      options: '-c app.organization_id=0',
      // Statements that do not wait for each other travel together: one round trip for all of them.
      pipeline: true,
    }),
  )
}

/** A connection of the pool, for one transaction. */
export const connect = (pool: Pool) => pool.connect() as Promise<pg.PoolClient & PipelinedClient>
