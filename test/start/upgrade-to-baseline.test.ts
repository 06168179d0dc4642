import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/db/migrate/migrate.ts'
import { structureText } from '../../scripts/generate-structure.ts'
import type { Roles } from '../harness/cluster.ts'
import { runInvariants } from '../harness/invariants.ts'

// The fixture is a database of the last version before the baseline: the text of its 102 migrations, and the rows of a small set of
// books (documents of every kind, a closed year, e-invoices, page anchors).

type Fixture = {
  migrations: Record<string, string>
  rows: Record<string, { columns: string[]; rows: (string | null)[][] }>
}
const fixture: Fixture = JSON.parse(
  gunzipSync(readFileSync(new URL('fixtures/books-0830.json.gz', import.meta.url))).toString(),
)
const path = mkdtempSync(join(tmpdir(), 'mizan-upgrade-'))
const cluster = inject('roles')
let books: Roles

beforeAll(async () => {
  for (const [name, text] of Object.entries(fixture.migrations)) writeFileSync(join(path, name), text)
  books = await oldDatabase()
  await withClient(books, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const [table, { columns, rows }] of Object.entries(fixture.rows)) {
      const names = columns.map((name) => `"${name}"`)
      const slots = columns.map((_, index) => `$${index + 1}`)
      const statement = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE VALUES (${slots})`
      for (const row of rows) await client.query(statement, row)
      if (columns.includes('id'))
        await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table])
    }
  })
}, 60_000)
afterAll(() => rmSync(path, { recursive: true, force: true }))

test('books of the version before the baseline get its exact structure, keep every row and hold every invariant', async () => {
  const before = await countRows(books)
  expect(await migrate({ ...books, isThrowaway: true })).toEqual(laterThanBaseline)
  expect(await structureText(books.superuser)).toBe(readFileSync(structure, 'utf8'))
  expect((await runInvariants(books.superuser)).filter(({ count }) => count > 0)).toEqual([])
  const { balances: monthly_balances, day_balances: daily_balances, ...others } = before
  const after = await countRows(books)
  for (const table of ['documents', 'journal_lines', 'allocations', 'payments', 'stock_moves', 'issued_papers'])
    expect([table, after[table]]).toEqual([table, others[table]])
  expect(after).toMatchObject({ monthly_balances, daily_balances })
  expect(after.documents).toBeGreaterThan(30)
  // A second start finds nothing to do.
  expect(await migrate({ ...books, isThrowaway: true })).toEqual([])
}, 60_000)

test('an upgraded database records what a new one records, and differs in nothing that the structure leaves out', async () => {
  const [upgraded, made] = await Promise.all([books, cluster].map(facts))
  expect(upgraded).toEqual(made)
})

test('a database that lacks one of the old migrations is refused, and is left as it was', async () => {
  const roles = await oldDatabase()
  await withClient(roles, (client) =>
    client.query(`DELETE FROM mizan_migrations.checksums WHERE name = '0830-audit-log-by-time'`),
  )
  await expect(migrate({ ...roles, isThrowaway: true })).rejects.toThrow(
    'older than the baseline and not complete (migration 0830-audit-log-by-time)',
  )
  await withClient(roles, (client) => client.query('SELECT FROM list_marks'))
})

test('an upgrade that fails leaves nothing of itself', async () => {
  const roles = await oldDatabase()
  await withClient(roles, (client) => client.query('CREATE VIEW list_snapshots AS SELECT 1 AS one'))
  await expect(migrate({ ...roles, isThrowaway: true })).rejects.toThrow('0830-to-baseline')
  const { rows } = await withClient(roles, (client) =>
    client.query('SELECT count(*)::int AS count FROM mizan_migrations.applied'),
  )
  expect(rows).toEqual([{ count: Object.keys(fixture.migrations).length }])
})

const structure = new URL('../../server/db/structure.sql', import.meta.url)
/** Migrations that follow the baseline are applied as usual. */
const laterThanBaseline = readdirSync(new URL('../../server/db/migrations/', import.meta.url))
  .map((name) => name.slice(0, -'.sql'.length))
  .filter((name) => name >= '0100')
  .sort()

async function oldDatabase(): Promise<Roles> {
  const database = `old_${randomBytes(6).toString('hex')}`
  await withClient(cluster, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER mizan_owner STRATEGY file_copy`),
  )
  const roles = {
    superuser: { ...cluster.superuser, database },
    owner: { ...cluster.owner, database },
    app: { ...cluster.app, database },
  }
  await migrate({ ...roles, isThrowaway: true, folder: pathToFileURL(`${path}/`) })
  return roles
}

async function withClient<Result>(
  { superuser }: Pick<Roles, 'superuser'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(superuser)
  await client.connect()
  return work(client).finally(() => client.end())
}

const countRows = (roles: Roles): Promise<Record<string, number>> =>
  withClient(roles, async (client) => {
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
    )
    const counts: Record<string, number> = {}
    for (const { relname } of rows) {
      const { rows: counted } = await client.query(`SELECT count(*)::int AS count FROM ${relname}`)
      counts[relname] = counted[0].count
    }
    return counts
  })

/** What the structure does not say: recorded migrations, names of constraints, triggers that always run, storage, rights. */
const facts = (roles: Pick<Roles, 'superuser'>): Promise<unknown[]> =>
  withClient(roles, async (client) => {
    const asked = [
      'SELECT name, checksum FROM mizan_migrations.checksums ORDER BY name',
      'SELECT name FROM mizan_migrations.applied ORDER BY name',
      `SELECT conrelid::regclass::text AS owner, contypid::regtype::text AS domain, conname, convalidated FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2, 3`,
      `SELECT tgrelid::regclass::text AS owner, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
      `SELECT relname, relacl::text, reloptions FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
      `SELECT attrelid::regclass::text AS owner, attname, attstorage, attacl::text FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`,
    ]
    const answers: unknown[] = []
    for (const query of asked) answers.push((await client.query(query)).rows)
    return answers
  })
