import { existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/db/embedded/embedded.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { runInvariants } from '../harness/invariants.ts'

// Kills while copying and restoring, a disk that takes no more, folders that cannot be written, a bad page: what happens, in the words of docs/hosting.md.

const folder = mkdtempSync(join(tmpdir(), 'mizan-weather-'))
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const backup = (to = backups, before = '') => runScript('backup', ['--to', to], { DATA_DIR: dataDir }, before)
const restore = (...given: string[]) => runScript('restore', given, { DATA_DIR: dataDir })
const list = (path: string) => (existsSync(path) ? readdirSync(path) : [])
const complete = () => list(backups).filter((name) => name.endsWith('Z'))

beforeAll(async () => {
  const postgres = await startPostgres({ dataDir, isThrowaway: true })
  await migrate({ ...postgres, isThrowaway: true })
  await postgres.stop()
})

test('a backup that is killed while it copies is none, and the next one is whole', async () => {
  const { child, ended } = backup()
  const copied = () =>
    list(backups).flatMap((name) => (name.endsWith('.partial') ? list(join(backups, name, 'postgres')) : []))
  await expect.poll(() => copied().length, { interval: 5 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  expect(complete()).toEqual([])
  // Its PostgreSQL was left behind: the next program stops it first.
  const { code, said } = await backup().ended
  expect(said).toMatch(/\d files/)
  expect([code, complete().length, list(backups).filter((name) => name.endsWith('.partial'))]).toEqual([0, 1, []])
})

test('a restore that is killed while it copies is never taken for books', async () => {
  const target = join(folder, 'half')
  const { child, ended } = restore('--from', backups, '--to', target)
  await expect
    .poll(
      () => existsSync(join(target, 'postgres', 'PG_VERSION')) || list(join(target, 'postgres', 'base')).length > 0,
      { interval: 5 },
    )
    .toBe(true)
  child.kill('SIGKILL')
  await ended
  expect(existsSync(join(target, 'postgres', 'global', 'pg_control'))).toBe(false)
  await expect(startPostgres({ dataDir: target })).rejects.toThrow(/restore that was not finished/)
  expect((await restore('--from', backups, '--to', target).ended).said).toMatch(/is not empty/)
})

test('a restore that is killed while it verifies is not taken for books either', async () => {
  const target = join(folder, 'unproved')
  const { child, ended } = restore('--from', backups, '--to', target)
  const isStarting = () => existsSync(join(target, 'postgres', 'postmaster.pid'))
  await expect.poll(isStarting, { interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  await expect(startPostgres({ dataDir: target })).rejects.toThrow(/restore that was not finished: delete it/)
  process.kill(Number(readPidFile(join(target, 'postgres'))[0]), 'SIGQUIT')
})

test('a disk that takes no more leaves no copy, and the copies before it stay', async () => {
  const before = complete()
  const running = await startPostgres({ dataDir, isThrowaway: true })
  // A stand-in of a full disk that needs no rights: no file may grow above a megabyte.
  const { code } = await backup(backups, 'ulimit -f 2000').ended
  await running.stop()
  expect(code).not.toBe(0)
  expect(complete()).toEqual(before)
})

test('a folder that cannot be written is named in one line', async () => {
  writeFileSync(join(folder, 'file'), '')
  for (const { ended } of [
    backup(join(folder, 'file', 'x')),
    restore('--from', backups, '--to', join(folder, 'file', 'x')),
  ]) {
    const { code, said } = await ended
    expect([code, said.trim().split('\n').length]).toEqual([1, 1])
    expect(said).toMatch(/file/)
  }
})

test('a bad page is refused by its checksum, never read as figures, and a copy of it is not called whole', async () => {
  const place = await startPostgres({ dataDir, isThrowaway: true })
  const client = new pg.Client(place.superuser)
  await client.connect()
  const { rows } = await client.query(`SELECT pg_relation_filepath('currencies') AS path`)
  await client.end()
  await place.stop()
  const file = openSync(join(dataDir, 'postgres', rows[0].path), 'r+')
  writeSync(file, Buffer.from('a bad sector'), 0, 12, 8_000)
  const postgres = await startPostgres({ dataDir, isThrowaway: true })
  const again = new pg.Client(postgres.superuser)
  await again.connect()
  await expect(again.query('SELECT * FROM currencies')).rejects.toThrow(/invalid page/)
  await again.end()
  await expect(runInvariants(postgres.superuser)).rejects.toThrow(/invalid page/)
  await postgres.stop()
  const bad = join(folder, 'bad')
  expect((await backup(bad).ended).code).toBe(0)
  const { code, said } = await restore('--from', bad, '--check').ended
  expect(said).toMatch(/invalid page/)
  expect(code).toBe(1)
})
