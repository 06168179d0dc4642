import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

export type ConnectionSettings = {
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl?: boolean | object
}
export type Pool = pg.Pool

const statementNames = new Map<string, string>()
const statementNamesMaximum = 500

/**
 * Names every parametrised statement, so PostgreSQL plans it once a connection: with row security, planning costs
 * more than running. At most 500 texts are named; the rest run unnamed. Statements sent in one turn of the event loop
 * leave in one write: waking the database for each of them costs more than most of them take.
 */
class PreparingClient extends pg.Client {
  #isCorked = false

  #sendTogether() {
    if (this.#isCorked) return
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `query` five ways; this passes them all through
  override query(...given: any[]): any {
    this.#sendTogether()
    const [first, ...rest] = given
    const text = typeof first === 'string' ? first : first?.text
    const values = typeof first === 'string' ? rest[0] : first?.values
    const plain = typeof text === 'string' && Array.isArray(values) && !first.name && typeof first.submit !== 'function'
    const name = plain ? nameOf(text) : undefined
    const forward = super.query as (...args: unknown[]) => unknown
    if (!name) return forward.apply(this, given)
    const config = typeof first === 'string' ? { text, values, name } : { ...first, name }
    return forward.apply(this, [config, ...(typeof first === 'string' ? rest.slice(1) : rest)])
  }
}

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= statementNamesMaximum) return known
  const name = `q${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
  statementNames.set(text, name)
  return name
}

// Ids stay below 2^53; dates are days, not instants, and must never pass through a time zone; numerics stay text.
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1082: (value) => value }
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

export function createPool(settings: ConnectionSettings, connections = 16): Pool {
  const pool = new pg.Pool({
    ...settings,
    Client: PreparingClient as unknown as typeof pg.Client,
    types: types as pg.CustomTypesConfig,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    lock_timeout: 8_000,
    application_name: 'mizan',
    // Statements that do not wait for each other travel together: one round trip for all of them.
    pipeline: true,
  })
  // A connection that dies while idle is replaced at the next checkout; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that dies in the middle of a request; its statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
