import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { makeBackupKey, readBackupKey } from '#server/db/embedded/backup-key.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { keepArchiveSealed, sealArchive } from '#server/db/embedded/sealed-archive.ts'
import { counted } from '../../scripts/backup-manifest.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { password } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// The log is archived while the server runs, and any moment after a backup can be restored from it.

const folder = mkdtempSync(join(tmpdir(), 'mizan-moment-'))
const dataDir = join(folder, 'data')
const archive = join(folder, 'archive')
const backups = join(folder, 'backups')
let running: ServerProcess
let address = ''

beforeAll(async () => {
  running = startProcess({ DATA_DIR: dataDir, WAL_ARCHIVE: archive })
  address = (await running.address) ?? ''
})
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(folder, { recursive: true, force: true })
})

async function register(email: string): Promise<void> {
  const body = { name: 'x', email, mobile: '0501234567', password, confirmPassword: password }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

/** A folder whose `gzip` takes half a second for each file that it unpacks, as a slow disk does. */
function slowUnpacking(): string {
  const tools = join(folder, 'tools')
  mkdirSync(tools, { mode: 0o755 })
  const unpack = `#!/bin/sh\n[ "$1" = -dc ] && sleep 0.5\nPATH=\${PATH#*:}\nexec gzip "$@"\n`
  writeFileSync(join(tools, 'gzip'), unpack, { mode: 0o755 })
  return `${tools}:${process.env.PATH}`
}

const run = (script: string, given: string[], environment: Record<string, string> = {}) =>
  runScript(script, given, { DATA_DIR: dataDir, WAL_ARCHIVE: archive, ...environment }).ended

const query = async (settings: ConnectionSettings, text: string) => {
  const client = new pg.Client(settings)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const inServer = (text: string) => asSuperuser(dataDir, (settings) => query(settings, text))
const emailsIn = (target: string) =>
  asSuperuser(target, async (settings) =>
    (await query(settings, 'SELECT email FROM user_directory ORDER BY email')).map(({ email }) => email),
  )

/** The name of the file of the log that ended. A file in which nothing was written is not switched. */
async function switchLog(): Promise<string> {
  await inServer(`SELECT pg_create_restore_point('archived')`)
  const [{ name }] = await inServer('SELECT pg_walfile_name(pg_switch_wal()) AS name')
  return name
}

/** The log up to now is in the archive. */
async function archived(): Promise<void> {
  const name = await switchLog()
  await expect.poll(() => readdirSync(archive)).toContain(`${name}.gz`)
}
/** A moment as people say it, on the clocks of Riyadh. */
const riyadh = (moment: Date) => new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ')

test('a count of one is said in the singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'organisation'))).toEqual([
    '0 organisations',
    '1 organisation',
    '2 organisations',
  ])
})

test('restores the books as they were at a moment between two backups', async () => {
  await register('first@example.sa')
  const made = await run('backup', ['--to', backups])
  expect(made).toMatchObject({ code: 0 })
  // At half a second a file, the recovery outlasts every patience of a connection.
  for (let file = 0; file < 24; file++) await switchLog()
  await register('second@example.sa')
  await sleep(300)
  const moment = new Date()
  await sleep(300)
  await register('third@example.sa')
  await archived()
  const target = join(folder, 'restored')
  // Books that can be read before the moment is reached must not be taken for restored.
  const restored = await run('restore', ['--from', backups, '--to', target, '--at', riyadh(moment)], {
    PATH: slowUnpacking(),
  })
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(restored.said).toMatch(/PostgreSQL is still starting: \d+ files of the log are read/)
  expect(await emailsIn(target)).toEqual(['first@example.sa', 'second@example.sa'])
  const whole = join(folder, 'whole')
  expect(await run('restore', ['--from', backups, '--to', whole])).toMatchObject({ code: 0 })
  expect(await emailsIn(whole)).toEqual(['first@example.sa'])
}, 120_000)

test('an encrypted archive restores with its key, and is refused without it', async () => {
  await register('fourth@example.sa')
  await sleep(300)
  const moment = new Date()
  await sleep(300)
  await register('fifth@example.sa')
  await archived()
  const key = join(folder, 'key')
  await makeBackupKey(key)
  const sealed = join(folder, 'sealed-archive')
  cpSync(archive, sealed, { recursive: true })
  const stop = await keepArchiveSealed(sealed, key, (line) => expect.fail(line))
  await stop()
  const names = readdirSync(sealed)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !name.endsWith('.gz.age'))).toEqual([])
  expect(readFileSync(join(sealed, names[0] as string)).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  const restore = (to: string, ...more: string[]) =>
    run('restore', ['--from', backups, '--to', to, '--at', riyadh(moment), '--archive', sealed, ...more])
  const refused = await restore(join(folder, 'without-key'))
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('is encrypted: say --key FILE') })
  const other = join(folder, 'other-key')
  await makeBackupKey(other)
  const wrong = await restore(join(folder, 'with-other-key'), '--key', other)
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('does not open') })
  const target = join(folder, 'of-sealed')
  const restored = await restore(target, '--key', key)
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(await emailsIn(target)).toContain('fourth@example.sa')
  expect(await emailsIn(target)).not.toContain('fifth@example.sa')
}, 120_000)

test('a file that PostgreSQL stores again is known by its content, and that of another database is kept and named', async () => {
  const key = join(folder, 'key-of-parts')
  await makeBackupKey(key)
  const sealing = await readBackupKey(key)
  const parts = join(folder, 'parts')
  mkdirSync(parts)
  const stored = join(parts, '000000010000000000000001.gz')
  writeFileSync(stored, gzipSync('log'))
  await sealArchive(parts, sealing)
  writeFileSync(stored, gzipSync('log', { level: 1 }))
  await sealArchive(parts, sealing)
  expect(readdirSync(parts)).toEqual(['000000010000000000000001.gz.age'])
  writeFileSync(stored, gzipSync('log of another'))
  await expect(sealArchive(parts, sealing)).rejects.toThrow('Two databases may not share an archive')
  expect(readdirSync(parts)).toHaveLength(2)
})

test.each([
  ['that is no moment', 'yesterday', 'is a moment in Riyadh'],
  ['that has not come', '2099-01-01 00:00', 'has not come yet'],
  ['before the first backup', '2020-01-01 00:00', 'no backup from before'],
])('refuses a moment %s', async (_, at, said) => {
  const refused = await run('restore', ['--from', backups, '--to', join(folder, 'none'), '--at', at])
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(said) })
})

test('a backup with a number to keep deletes what the archive holds for older ones', async () => {
  const before = readdirSync(archive).filter((name) => name.endsWith('.gz'))
  await archived()
  expect(await run('backup', ['--to', backups, '--keep', '1'])).toMatchObject({ code: 0 })
  const after = readdirSync(archive)
  expect(after.length).toBeGreaterThan(0)
  expect(before.some((name) => !after.includes(name))).toBe(true)
  expect(readdirSync(backups).filter((name) => /Z$/.test(name))).toHaveLength(1)
})
