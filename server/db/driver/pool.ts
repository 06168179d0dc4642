import pg from 'pg'
import { PipelinedClient } from './pipelined-client.ts'
import { type Place, placeOf } from './places.ts'
import { attachErrorHandlers } from './pool-error-handlers.ts'

export type ConnectionSettings = {
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl?: boolean | object
  /** Further hosts of the same database: the primary is one of all of them (server/db/driver/primary.ts). */
  others?: Place[]
  /** The database is divided over several nodes by Citus: a plan that serves all tenants would not know the node of one. */
  isDistributed?: boolean
}
export type Pool = pg.Pool

/** What one server process opens at most: for requests, for sessions, for readiness. */
export const poolSizes = { requests: 16, lookups: 2, watching: 1 }
export const connectionsOfServer = Object.values(poolSizes).reduce((sum, one) => sum + one, 0)

// Ids stay below 2^53; dates are days, not instants, and must never pass through a time zone; numerics stay text.
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1016: numbersOf, 1082: (value) => value }
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/** `{1,2}`: a list of ids without gaps, as `array_agg` makes one. Thousands are read at once, not sign by sign. */
function numbersOf(list: string): number[] {
  return JSON.parse(`[${list.slice(1, -1)}]`)
}

export function createPool(settings: ConnectionSettings, connections = poolSizes.requests): Pool {
  return attachErrorHandlers(
    new pg.Pool({
      ...settings,
      // The pool only constructs clients; the type also asks for static parts that it does not use.
      Client: clientOf(settings) as unknown as typeof pg.Client,
      types: types as pg.CustomTypesConfig,
      max: connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      // Limits of waiting are settings of the role (server/db/migrate/roles.ts): poolers refuse them as parameters of a connection.
      application_name: 'mizan',
      // Statements that do not wait for each other travel together: one round trip for all of them.
      pipeline: true,
    }),
  )
}

/** Each new connection goes to where the database is written at that moment. */
function clientOf(settings: ConnectionSettings): typeof PipelinedClient {
  if (!settings.others) return PipelinedClient
  return class extends PipelinedClient {
    constructor(given: pg.ClientConfig) {
      // The pool hides the password from what copies its settings.
      super({ ...given, password: settings.password, ...placeOf(settings) })
    }
  }
}

/** A connection of the pool, for one transaction. */
export const connect = (pool: Pool) => pool.connect() as Promise<pg.PoolClient & PipelinedClient>
