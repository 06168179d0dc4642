import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

/**
 * `isAnew`: its transaction plans each statement for its parameters, so no generic plan is cached; `isByIndex`: it
 * forbids sequential scans.
 */
export type Sent = { text: string; values: unknown[]; isAnew: boolean; isByIndex: boolean }
/** The cost of a plan: its sequential scans, and how many rows its scans read. */
export type Looked = { through: string[]; rows: number; scans: string[] }

/** Every statement with parameters that any connection of this process sends while `work` runs. */
export async function capture(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const anew = new WeakSet<pg.Client>()
  const byIndex = new WeakSet<pg.Client>()
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    const values = (typeof first === 'string' ? second : first.values) ?? []
    if (/^BEGIN/.test(text)) for (const set of [anew, byIndex]) set.delete(this)
    if (/enable_seqscan = off/.test(text)) byIndex.add(this)
    if (/force_custom_plan/.test(text)) anew.add(this)
    if (/force_generic_plan|plan_cache_mode = auto/.test(text)) anew.delete(this)
    // The session is read once a second and dated once a minute, by the first request after that.
    if (Array.isArray(values) && values.length > 0 && !/FROM sessions|update "?sessions/i.test(text))
      sent.push({ text, values, isAnew: anew.has(this), isByIndex: byIndex.has(this) })
    return (original as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return sent
}

/** Planned for the values, as the plan that serves all tenants, or as the one that was made when a neighbour asked. */
export type Planning = 'custom' | 'generic' | { neighbour: number }

/** Explains statements as the application's role, on books that stay as they are: the same statement is explained once. */
export class Explainer {
  readonly #client: pg.Client
  readonly #looked = new Map<string, Looked>()
  constructor(settings: ConnectionSettings) {
    this.#client = new pg.Client(settings)
  }
  connect = () => this.#client.connect()
  end = () => this.#client.end()

  /** The books or their statistics have changed: everything is explained again. */
  forget = () => this.#looked.clear()

  async look(sent: Sent, organization: number, planning: Planning, large: readonly string[]): Promise<Looked> {
    const key = JSON.stringify([sent, organization, planning, large])
    const looked = this.#looked.get(key) ?? (await this.#lookAnew(sent, organization, planning, large))
    this.#looked.set(key, looked)
    return looked
  }

  async #lookAnew(
    { text, values, isByIndex }: Sent,
    organization: number,
    planning: Planning,
    large: readonly string[],
  ) {
    const first = typeof planning === 'object' ? planning.neighbour : organization
    const mode = planning === 'custom' ? 'custom' : 'generic'
    await this.#client.query(
      `BEGIN READ ONLY; SET LOCAL app.organization_id = ${first}; SET LOCAL plan_cache_mode = force_${mode}_plan; SET LOCAL enable_seqscan = ${!isByIndex}`,
    )
    try {
      const execute = `EXECUTE asked (${values.map(literal).join(', ')})`
      await this.#client.query(`PREPARE asked AS ${text}`)
      await this.#client.query(`EXPLAIN ${execute}`)
      await this.#client.query(`SET LOCAL app.organization_id = ${organization}`)
      const { rows } = await this.#client.query(`EXPLAIN (ANALYZE, TIMING off, BUFFERS off, FORMAT JSON) ${execute}`)
      const looked: Looked = { through: [], rows: 0, scans: [] }
      walk((rows[0]['QUERY PLAN'] as [{ Plan: Node }])[0].Plan, looked, large)
      return looked
    } finally {
      await this.#client.query('ROLLBACK')
      await this.#client.query('DEALLOCATE ALL')
    }
  }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

function walk(node: Node, looked: Looked, large: readonly string[]): void {
  const type = node['Node Type']
  const table = node['Relation Name']
  const loops = node['Actual Loops']
  const isThrough = type === 'Seq Scan' && table !== undefined
  // Also where there was nothing to look for this time: other books have it.
  if (isThrough) looked.through.push(table)
  // A small table read through is no matter, however often.
  if ((table && (!isThrough || large.includes(table))) || type === 'Bitmap Index Scan') {
    // Where there was nothing to look for this time, what the plan would read of other books.
    const actual = Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * loops)
    const rows = loops === 0 ? node['Plan Rows'] : actual
    looked.rows += rows
    looked.scans.push(`${rows} by ${node['Index Name'] ?? type} of ${table ?? ''}`)
  }
  for (const child of node.Plans ?? []) walk(child, looked, large)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return `'{${value.map((one) => (one === null ? 'NULL' : `"${one}"`)).join(',')}}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
