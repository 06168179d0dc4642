import pg from 'pg'
import { PipelinedClient } from '#server/db/driver/pipelined-client.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

// Where the statements of the application go in a distributed database: each to the node of its organization, or it is listed here.

/** What looks over all organizations, and why it may. */
const listed: readonly { begins: string; why: string }[] = [
  {
    begins: 'SELECT due.organization_id, due.message_id, due.lane FROM outbox_directory',
    why: 'messages are taken in the order of what is due',
  },
  { begins: 'SELECT organization_id FROM organizations', why: 'work in the background goes through all organizations' },
  { begins: 'UPDATE outbox_directory SET due_at = now()', why: 'a test makes everything due' },
  ...['UPDATE', 'DELETE FROM', 'SELECT FROM'].map((verb) => ({
    begins: `${verb} journal_entry_hashes`,
    why: 'a test tries to change the hashes of others',
  })),
]

type Seen = { text: string; values: unknown[] }
const waiting = new Map<string, Seen>()
const explained = new Set<string>()

/** From now on every distinct statement that a connection of the application sends is remembered. */
export function rememberStatements(): void {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | Seen, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first?.text
    const values = (typeof first === 'string' ? second : first?.values) ?? []
    const isOurs = this instanceof PipelinedClient && typeof text === 'string' && Array.isArray(values)
    if (isOurs && /^\s*(select|with|insert|update|delete)\b/i.test(text) && !explained.has(text))
      waiting.set(text, { text, values })
    return (original as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof original
}

/** Throws with the statements of the file that go to several nodes, or through the coordinator, and are not listed. */
export async function requireRoutes(superuser: ConnectionSettings): Promise<void> {
  const client = new pg.Client(superuser)
  await client.connect()
  const strays: string[] = []
  try {
    for (const { text, values } of waiting.values()) {
      explained.add(text)
      const short = text.replace(/\s+/g, ' ').trim()
      if (listed.some(({ begins }) => short.startsWith(begins))) continue
      const route = await routeOf(client, text, values)
      if (route !== 'one node') strays.push(`${route}: ${short.slice(0, 600)}`)
    }
  } finally {
    waiting.clear()
    await client.end()
  }
  if (strays.length > 0) throw new Error(`statements that do not go to one node:\n${strays.join('\n')}`)
}

async function routeOf(client: pg.Client, text: string, values: unknown[]): Promise<string> {
  const { rows } = await client
    .query(`EXPLAIN (COSTS off) ${text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))}`)
    .catch((error: Error) => ({ rows: [{ 'QUERY PLAN': `cannot be planned: ${error.message}` }] }))
  const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n')
  if (/cannot be planned/.test(plan)) return plan
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  if (/pull to coordinator|repartition/.test(plan)) return 'through the coordinator'
  if (/Distributed Subplan/.test(plan)) return 'in parts'
  if (tasks.some((count) => count > 1)) return `${Math.max(...tasks)} shards`
  return 'one node'
}

/** A value as the planner meets it where a statement is planned for its values. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const element = (value: unknown): string =>
  Buffer.isBuffer(value)
    ? `"\\\\x${value.toString('hex')}"`
    : value === null || value === undefined
      ? 'NULL'
      : JSON.stringify(value instanceof Date ? value.toISOString() : String(value))
