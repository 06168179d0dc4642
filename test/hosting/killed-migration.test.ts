import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { migrate } from '#server/db/migrate/migrate.ts'

// A start that is killed at any step of a migration leaves the database unchanged, and the next start migrates it. The test stops it at each step with locks.

const path = mkdtempSync(join(tmpdir(), 'mizan-killed-'))
const folder = pathToFileURL(`${path}/`)
const roles = inject('roles')
let [owner, app]: [ConnectionSettings, ConnectionSettings] = [] as never
let watcher: pg.Client

beforeAll(async () => {
  const database = `killed_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(roles.superuser)
  await client.connect()
  await client.query(`CREATE DATABASE ${database} OWNER mizan_owner STRATEGY file_copy`)
  await client.end()
  ;[owner, app] = [
    { ...roles.owner, database },
    { ...roles.app, database },
  ]
  writeFileSync(join(path, '0001-first.sql'), 'CREATE TABLE gate (id int);')
  await migrate({ owner, app, folder, isThrowaway: true })
  writeFileSync(
    join(path, '0002-second.sql'),
    'CREATE TABLE half (id int);\nLOCK TABLE gate;\nCREATE TABLE rest (id int);',
  )
  watcher = new pg.Client({ ...roles.superuser, database })
  await watcher.connect()
})
afterAll(async () => {
  await watcher.end()
  rmSync(path, { recursive: true, force: true })
})

const own = `datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'mizan migrate'`
const count = async (condition: string) =>
  (await watcher.query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE ${own} AND ${condition}`)).rows[0].n
const isWaiting = () => count(`wait_event_type = 'Lock'`)

test.each([
  [
    'before its turn',
    `SELECT pg_advisory_xact_lock(hashtext('mizan migrate'))`,
    () => count(`query LIKE '%pg_try_advisory%'`),
  ],
  ['in the middle of a migration', 'LOCK TABLE gate IN ACCESS SHARE MODE', isWaiting],
  ['before it records the migration', 'LOCK TABLE mizan_migrations.checksums IN SHARE MODE', isWaiting],
  ['before it records what was applied', 'LOCK TABLE mizan_migrations.applied IN SHARE MODE', isWaiting],
])('killed %s', async (_name, lock, hasArrived) => {
  const gate = new pg.Client(owner)
  await gate.connect()
  await gate.query(`BEGIN; ${lock}`)
  const script = `const { migrate } = await import('#server/db/migrate/migrate.ts'); const { owner, app, folder } = JSON.parse(process.env.GIVEN)
    await migrate({ owner, app, folder: new URL(folder), isThrowaway: true })`
  const GIVEN = JSON.stringify({ owner, app, folder: folder.href })
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, GIVEN },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await expect.poll(hasArrived, { interval: 20 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  await gate.query('ROLLBACK')
  await gate.end()
  await expect.poll(() => count('true'), { interval: 20 }).toBe(0)
  const { rows } = await watcher.query(
    `SELECT to_regclass('half') AS half, (SELECT array_agg(name) FROM mizan_migrations.checksums) AS names, (SELECT array_agg(name) FROM mizan_migrations.applied) AS applied`,
  )
  expect(rows).toEqual([{ half: null, names: ['0001-first'], applied: ['0001-first'] }])
})

test('the start after all of them applies the migration once', async () => {
  expect(await migrate({ owner, app, folder, isThrowaway: true })).toEqual(['0002-second'])
  expect(await migrate({ owner, app, folder, isThrowaway: true })).toEqual([])
})
