import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { attachErrorHandlers } from '#server/db/driver/pool-error-handlers.ts'
import { isTooOld, warningAboutRelease } from '#server/db/migrate/check-database.ts'
import { migrate } from '#server/db/migrate/migrate.ts'

const path = mkdtempSync(join(tmpdir(), 'mizan-migrate-'))
const folder = pathToFileURL(`${path}/`)
const roles = inject('roles')
let owner: ConnectionSettings
let app: ConnectionSettings

beforeEach(async () => {
  const database = `empty_${randomBytes(6).toString('hex')}`
  await ask(roles.superuser, `CREATE DATABASE ${database} OWNER mizan_owner STRATEGY file_copy`)
  owner = { ...roles.owner, database }
  app = { ...roles.app, database }
  writeFileSync(
    join(path, '0001-first.sql'),
    'CREATE TABLE entries (id int);\nREVOKE DELETE ON entries FROM mizan_app;',
  )
  rmSync(join(path, '0002-second.sql'), { force: true })
})
afterAll(() => rmSync(path, { recursive: true, force: true }))

const run = () => migrate({ owner, app, folder, isThrowaway: true })

test('applies once, in order, and two starts at once do it once', async () => {
  const [one, other] = await Promise.all([run(), run()])
  expect([...one, ...other]).toEqual(['0001-first'])
  writeFileSync(join(path, '0002-second.sql'), 'CREATE TABLE lines (id int)')
  expect(await run()).toEqual(['0002-second'])
  expect(await run()).toEqual([])
})

test('a start that waits for the migrations of another server says so, through a lock that ends with its transaction', async () => {
  const other = new pg.Client(owner)
  await other.connect()
  await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('mizan migrate'))`)
  const said: string[] = []
  const waiting = migrate({ owner, app, folder, isThrowaway: true, warn: (line) => said.push(line) })
  await expect.poll(() => said).toEqual([expect.stringMatching(/waiting for it/)])
  await other.query('COMMIT')
  expect(await waiting).toEqual(['0001-first'])
  // A pooler would give this connection to others: nothing of the session may be left on it.
  const held = await other.query(`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())`)
  expect(held.rows[0].n).toBe(0)
  await other.end()
})

test('a role that another machine gave its password keeps it', async () => {
  await run()
  const refused = migrate({ owner, app: { ...app, password: 'of another machine' }, folder, isThrowaway: true })
  await expect(refused).rejects.toThrow(/another password than this machine knows.*DATABASE_APP_URL/)
  expect(await run()).toEqual([])
})

test('a connection lost between two statements does not end the process, nor the pool of the migrations', async () => {
  const pool = attachErrorHandlers(new pg.Pool(owner))
  const held = await pool.connect()
  const { rows } = await held.query('SELECT pg_backend_pid() AS pid')
  const ended = new Promise<boolean>((resolve) => held.once('end', () => resolve(true)))
  await ask(roles.superuser, `SELECT pg_terminate_backend(${rows[0].pid})`)
  expect(await ended).toBe(true)
  await expect(held.query('SELECT 1')).rejects.toThrow()
  held.release(true)
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
  await pool.end()
  const source = new URL('../../server/db/', import.meta.url)
  const pools = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .flatMap((text) => text.match(/\S*\s*new pg\.Pool\(/g) ?? [])
  expect(pools.length).toBe(2)
  for (const made of pools) expect(made).toMatch(/^attachErrorHandlers\(/)
})

test('a right that a migration revoked is not granted again', async () => {
  await run()
  await run()
  await expect(ask(app, 'INSERT INTO entries VALUES (1)')).resolves.toBeDefined()
  await expect(ask(app, 'DELETE FROM entries')).rejects.toThrow('permission denied')
})

test('an applied migration that was edited is refused; other line ends are no edit', async () => {
  await run()
  writeFileSync(
    join(path, '0001-first.sql'),
    'CREATE TABLE entries (id int);\r\nREVOKE DELETE ON entries FROM mizan_app;',
  )
  expect(await run()).toEqual([])
  appendFileSync(join(path, '0001-first.sql'), '-- changed')
  await expect(run()).rejects.toThrow('The migration 0001-first was edited after it was applied')
})

test('a database of a newer version is refused', async () => {
  writeFileSync(join(path, '0002-second.sql'), 'CREATE TABLE lines (id int)')
  await run()
  rmSync(join(path, '0002-second.sql'))
  await expect(run()).rejects.toThrow('written by a newer version')
})

test('a migration that fails leaves nothing of itself', async () => {
  writeFileSync(join(path, '0002-second.sql'), 'CREATE TABLE lines (id int); SELECT 1 / 0')
  await expect(run()).rejects.toThrow('(0002-second): division by zero')
  await expect(ask(owner, 'SELECT FROM lines')).rejects.toThrow('does not exist')
})

test('adopts the baseline only where the migrations before it are the published ones', async () => {
  writeFileSync(join(path, '1205-around-transfers.sql'), 'CREATE TABLE transfers (id int)')
  writeFileSync(join(path, '0030-tenant-isolation.sql'), 'CREATE TABLE tenants (id int)')
  await run()
  rmSync(join(path, '1205-around-transfers.sql'))
  await expect(run()).rejects.toThrow('written by a newer version')
  const { rows } = await ask(owner, 'SELECT name FROM mizan_migrations.checksums ORDER BY name')
  expect(rows.map(({ name }) => name)).toContain('1205-around-transfers')
  rmSync(join(path, '0030-tenant-isolation.sql'))
})

test('a database that may lose what it confirmed is refused', async () => {
  await expect(migrate({ owner, app, folder })).rejects.toThrow('fsync = off')
})

test('a database whose text is not Unicode is refused before anything is written', async () => {
  const database = `latin_${randomBytes(6).toString('hex')}`
  await ask(
    roles.superuser,
    `CREATE DATABASE ${database} OWNER mizan_owner TEMPLATE template0 STRATEGY file_copy
     ENCODING 'LATIN1' LOCALE_PROVIDER icu ICU_LOCALE 'und' ICU_RULES '' LOCALE 'C'`,
  )
  owner = { ...roles.owner, database }
  await expect(run()).rejects.toThrow("keeps text as LATIN1: create it with ENCODING 'UTF8'")
  const { rows } = await ask(owner, "SELECT FROM pg_namespace WHERE nspname = 'mizan_migrations'")
  expect(rows).toHaveLength(0)
})

test('an older PostgreSQL is refused by its release, not by the first statement it does not know', () => {
  expect(['9.6', '15.18 (Debian 15.18-0)', '17.9'].filter(isTooOld)).toHaveLength(3)
  expect(['18.4', '18beta1', '19beta1'].filter(isTooOld)).toHaveLength(0)
})

test('warns about a release without the security fixes of 18.6', () => {
  expect(warningAboutRelease('18.4')).toContain('18.6')
  expect(['18.6', '18.10 (Debian 18.10-1)', '19.0'].map(warningAboutRelease)).toEqual([undefined, undefined, undefined])
})

test('an application role with too many rights is refused', async () => {
  await expect(migrate({ owner, app: owner, folder, isThrowaway: true })).rejects.toThrow(
    'must not sign in as the role that owns',
  )
  const app = { ...roles.superuser, database: owner.database }
  await expect(migrate({ owner, app, folder, isThrowaway: true })).rejects.toThrow()
})

async function ask(settings: ConnectionSettings, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(settings)
  await client.connect()
  return client.query(text).finally(() => client.end())
}
