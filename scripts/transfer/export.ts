import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { chosenKey } from '#server/db/embedded/backup-key.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import { askOfOne, brokenCounts } from '../../test/harness/invariants.ts'
import { counted, readTrialBalances } from '../backup-manifest.ts'
import { withConnection } from './in-database.ts'
import { migrationsOf } from './migrations-of.ts'
import { type Head, type Line, parseExact, writeFileOf } from './organization-file.ts'
import { homeColumns, readTables, type Sum, sumOf, type Table } from './tables.ts'

/**
 * `npm run export -- --organization 7 --to FILE [--key FILE]`, or `--email` of one of its users: everything of one organization, while the server runs or not, on one snapshot. It is
 * read as the owner of the schema, whom row security binds, so nothing of another organization can be in the file.
 */
try {
  const { values } = parseArgs({
    options: {
      organization: { type: 'string' },
      email: { type: 'string' },
      to: { type: 'string' },
      key: { type: 'string' },
    },
  })
  console.log(await exportOrganization(readConfig(), values))
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}

type Request = { organization?: string; email?: string; to?: string; key?: string }

async function exportOrganization(config: Config, { organization, email, to, key }: Request): Promise<string> {
  if (!to || (organization === undefined) === (email === undefined))
    throw new StartRefusal('Say what: npm run export -- --organization NUMBER --to FILE, or --email ADDRESS --to FILE.')
  const sealing = await chosenKey(key, config)
  return withConnection(config, async (client) => {
    const id = organization === undefined ? await organizationOf(client, email as string) : Number(organization)
    const source: Source = { client, id, vault: sealing && createVault(config.dataDir), count: 0 }
    await writeFileOf(to, linesOf(source), sealing)
    return `${to}: organisation ${id}, ${counted(source.count, 'row')}${sealing ? ', encrypted' : ''}`
  })
}

async function organizationOf(client: pg.Client, email: string): Promise<number> {
  const { rows } = await client.query('SELECT organization_id::int FROM user_directory WHERE email = $1', [email])
  if (!rows[0]) throw new StartRefusal(`No user has the address ${email}.`)
  return rows[0].organization_id
}

type Source = { client: pg.Client; id: number; vault: Vault | undefined; count: number }

async function* linesOf(source: Source): AsyncGenerator<Line> {
  const { client, id, vault } = source
  if (!Number.isSafeInteger(id) || id < 1) throw new StartRefusal('--organization is a number.')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows: owners } = await client.query(
    `SELECT tableowner FROM pg_tables WHERE tablename = 'organizations' AND schemaname = 'public'`,
  )
  const migrations = await migrationsOf(client)
  await client.query(
    `SET LOCAL ROLE ${pg.escapeIdentifier(owners[0].tableowner)}; SET LOCAL app.organization_id = ${id}`,
  )
  yield { head: await headOf(client, id, migrations) }
  const sums: Record<string, Sum> = {}
  for (const table of await readTables(client)) {
    sums[table.name] = await sumOf(client, table, id)
    for await (const rows of rowsOf(client, table, id)) {
      source.count += rows.length
      yield { table: table.name, rows: rows.map((row) => opened(row, table, id, vault)) }
    }
  }
  yield { end: { sums } }
  await client.query('COMMIT')
}

async function headOf(client: pg.Client, id: number, migrations: string[]): Promise<Head> {
  const { rows } = await client.query(
    'SELECT name, coalesce(hashed_as, organization_id)::int AS hashed_as FROM organizations',
  )
  if (!rows[0]) throw new StartRefusal(`There is no organisation ${id}.`)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const [balance] = await readTrialBalances(client)
  const { organization_id: _, ...sums } = balance ?? {}
  return {
    format: 'mizan-organization-1',
    version,
    migrations,
    made_at: new Date().toISOString(),
    organization_id: id,
    name: rows[0].name,
    hashed_as: rows[0].hashed_as,
    trial_balance: balance ? (sums as Head['trial_balance']) : null,
    broken: brokenCounts(await askOfOne(client)),
  }
}

async function* rowsOf(client: pg.Client, { name }: Table, id: number): AsyncGenerator<Record<string, unknown>[]> {
  await client.query(
    `DECLARE rows CURSOR FOR SELECT to_jsonb(own)::text AS row FROM public.${name} AS own WHERE own.organization_id = ${id}`,
  )
  for (;;) {
    const { rows } = await client.query('FETCH 500 FROM rows')
    if (rows.length === 0) break
    // Amounts stay text: a number of JavaScript would lose digits.
    yield rows.map(({ row }) => parseExact(row) as Record<string, unknown>)
  }
  await client.query('CLOSE rows')
}

/** Secrets are encrypted for this data folder: they are opened for the file, which is then encrypted as a whole. */
function opened(
  row: Record<string, unknown>,
  { name, sealed }: Table,
  id: number,
  vault: Vault | undefined,
): Record<string, unknown> {
  const changed = { ...row }
  for (const column of sealed) {
    const value = row[column]
    if (typeof value !== 'string') continue
    if (!vault)
      throw new StartRefusal(
        'The organisation has secrets (second factor, webhooks or e-invoicing): the file needs a key, --key FILE.',
      )
    changed[column] = vault.open(id, Buffer.from(value.slice(2), 'hex'))
  }
  // The password of a person with several organizations is in another tenant: it is set again by mail.
  if (name === 'users' && row.home_organization_id)
    for (const column of homeColumns) changed[column] = column === 'home_has_factor' ? false : null
  return changed
}
