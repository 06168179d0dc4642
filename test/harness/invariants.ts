import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

/** `isSkipped`: it compares organizations, and the role sees one at a time. */
export type InvariantResult = { name: string; count: number; examples: unknown[]; isSkipped?: true }

/** How many rows break each invariant that does not hold, by its name. */
export type BrokenCounts = Record<string, number>
export const brokenCounts = (results: readonly InvariantResult[]): BrokenCounts =>
  Object.fromEntries(results.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
/** What breaks more rows than it did in the original: a fault that was copied along is no fault of the copy. */
export const brokenSince = (results: readonly InvariantResult[], original: BrokenCounts = {}): InvariantResult[] =>
  results.filter(({ name, count }) => count > (original[name] ?? 0))

type Invariant = { name: string; text: string }

const invariantsFolder = new URL('../../server/db/invariants/', import.meta.url)

/**
 * Asks every invariant of `server/db/invariants` on one snapshot of the whole database: each is a query that returns
 * the rows that break it. A role that row security binds, such as the owner of the schema, asks them organization by organization.
 */
export async function runInvariants(settings: ConnectionSettings): Promise<InvariantResult[]> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    const { rows } = await client.query(
      'SELECT rolsuper OR rolbypassrls AS all_seeing FROM pg_roles WHERE rolname = current_user',
    )
    const isAllSeeing = rows[0].all_seeing === true
    const narrow = await narrowing(client)
    if (narrow) return await askEachOrganization(client, { isAllSeeing, narrow })
    await client.query(snapshot)
    return isAllSeeing ? await askThose(client, readInvariants()) : await askEachOrganization(client, { isAllSeeing })
  } finally {
    await client.end()
  }
}

const spansOrganizations = ({ text }: Invariant) => /^-- Spans organizations/.test(text)

/** Of the one organization that the connection sees. */
export const askOfOne = (client: pg.Client): Promise<InvariantResult[]> =>
  askThose(
    client,
    readInvariants().filter((one) => !spansOrganizations(one)),
  )

async function askThose(client: pg.Client, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { name, text } of invariants) results.push(await askInvariant(client, name, text))
  return results
}

type Narrow = (organization: number) => Promise<void>
type Asking = { isAllSeeing: boolean; narrow?: Narrow }

/**
 * In a distributed database each organization is asked on its node: views of its rows alone have the names of the tables. Undefined where the
 * database is a single one.
 */
async function narrowing(client: pg.Client): Promise<Narrow | undefined> {
  const { rows: citus } = await client.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS known`)
  if (!citus[0].known) return undefined
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h'`,
  )
  if (tables.length === 0) return undefined
  await client.query("SET citus.propagate_set_commands = 'local'")
  return async (organization) => {
    const views = tables.map(
      ({ name }) =>
        `CREATE OR REPLACE TEMP VIEW ${name} AS SELECT * FROM public.${name} WHERE organization_id = ${organization}`,
    )
    await client.query(views.join(';'))
  }
}

const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Numbers of organizations are drawn from one sequence: each one up to the last is looked for, so that none is left out. */
async function askEachOrganization(client: pg.Client, { isAllSeeing, narrow }: Asking): Promise<InvariantResult[]> {
  const drawn = await client.query(
    `SELECT last_value::bigint AS last FROM pg_sequences WHERE format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('public.organizations', 'organization_id')`,
  )
  if (drawn.rows[0] === undefined)
    throw new Error(
      'The role does not see all tenants, nor how many there are: use the owner, a superuser or a role with BYPASSRLS.',
    )
  const sums = new Map<string, InvariantResult>()
  for (const one of readInvariants()) {
    if (isAllSeeing && spansOrganizations(one)) sums.set(one.name, await askInvariant(client, one.name, one.text))
    else {
      const isSkipped = spansOrganizations(one) && { isSkipped: true as const }
      sums.set(one.name, { name: one.name, count: 0, examples: [], ...isSkipped })
    }
  }
  for (let id = 1; id <= Number(drawn.rows[0].last ?? 0); id++) {
    if (narrow) {
      await narrow(id)
      // A hash is computed on the node from the rows that are there.
      await client.query(`${snapshot}; SET LOCAL citus.allow_nested_distributed_execution = on`)
    }
    await client.query(`SET LOCAL app.organization_id = ${id}`)
    const own = await client.query('SELECT FROM organizations')
    const results = own.rowCount === 0 ? [] : await askOfOne(client)
    for (const { name, count, examples } of results) {
      const sum = sums.get(name) as InvariantResult
      sum.count += count
      sum.examples = [...sum.examples, ...examples].slice(0, 3)
    }
    if (narrow) await client.query('COMMIT')
  }
  return [...sums.values()]
}

/** Throws with the names, counts and first rows of the invariants that do not hold. */
export async function checkInvariants(settings: ConnectionSettings): Promise<void> {
  const broken = (await runInvariants(settings)).filter((one) => one.count > 0)
  if (broken.length === 0) return
  const lines = broken.map((one) => `${one.name}: ${one.count} rows, such as ${JSON.stringify(one.examples)}`)
  throw new Error(`invariants are broken in ${settings.database}\n${lines.join('\n')}`)
}

/** The invariants by name, each a query of the rows that break it. */
export function readInvariants(): Invariant[] {
  if (!existsSync(invariantsFolder)) return []
  const names = readdirSync(invariantsFolder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, invariantsFolder), 'utf8').trimEnd().replace(/;$/, '')
    return { name: name.slice(0, -'.sql'.length), text }
  })
}

export async function askInvariant(client: pg.Client, name: string, text: string): Promise<InvariantResult> {
  const query = `SELECT to_jsonb(broken) AS example, count(*) OVER ()::int AS count FROM (${text}\n) AS broken LIMIT 3`
  const { rows } = await client.query(query).catch((error: Error) => {
    throw new Error(`the invariant ${name} cannot be asked: ${error.message}`)
  })
  return { name, count: rows[0]?.count ?? 0, examples: rows.map((row) => row.example) }
}
