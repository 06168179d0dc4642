import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

export type InvariantResult = { name: string; count: number; examples: unknown[] }

const invariantsFolder = new URL('../../server/db/invariants/', import.meta.url)

/**
 * Asks every invariant of `server/db/invariants` on one snapshot of the whole database: each is a query that returns
 * the rows that break it. The role must see all tenants; one that does not would find every book in order.
 */
export async function runInvariants(settings: ConnectionSettings): Promise<InvariantResult[]> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    const { rows } = await client.query(
      'SELECT rolsuper OR rolbypassrls AS all_seeing FROM pg_roles WHERE rolname = current_user',
    )
    if (!rows[0].all_seeing)
      throw new Error(`The role "${settings.user}" does not see all tenants: use a superuser or one with BYPASSRLS.`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const results: InvariantResult[] = []
    for (const { name, text } of readInvariants()) results.push(await askInvariant(client, name, text))
    return results
  } finally {
    await client.end()
  }
}

/** Throws with the names, counts and first rows of the invariants that do not hold. */
export async function checkInvariants(settings: ConnectionSettings): Promise<void> {
  const broken = (await runInvariants(settings)).filter((one) => one.count > 0)
  if (broken.length === 0) return
  const lines = broken.map((one) => `${one.name}: ${one.count} rows, such as ${JSON.stringify(one.examples)}`)
  throw new Error(`invariants are broken in ${settings.database}\n${lines.join('\n')}`)
}

/** The invariants by name, each a query of the rows that break it. */
export function readInvariants(): { name: string; text: string }[] {
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
