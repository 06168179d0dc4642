import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { runScript } from '../harness/hosting/run-script.ts'

// An encrypted copy opens with its key only, and a changed one does not open at all.

const folder = mkdtempSync(join(tmpdir(), 'mizan-sealed-'))
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')
const key = join(folder, 'key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: 'backup' | 'restore', given: readonly string[], environment: Record<string, string> = {}) =>
  runScript(script, given, { DATA_DIR: dataDir, ...environment }).ended
const copy = () => join(backups, readdirSync(backups).find((name) => name.endsWith('Z')) as string)
const check = (from: string, environment: Record<string, string> = {}) =>
  run('restore', ['--from', from, '--check'], environment)

beforeAll(async () => {
  const postgres = await startPostgres({ dataDir, isThrowaway: true })
  await migrate({ ...postgres, isThrowaway: true })
  await postgres.stop()
  writeFileSync(join(dataDir, 'e-invoicing.key'), 'a secret of the data folder')
  expect(await run('backup', ['--new-key', key])).toMatchObject({ code: 0, said: expect.stringMatching(/age1/) })
  expect(await run('backup', ['--to', backups], { BACKUP_KEY: key })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/, encrypted$/m),
  })
})

test('every file of the copy is encrypted but the label, which holds places of the log only', () => {
  const files = readdirSync(copy(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const plain = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).toString('latin1', 0, 21) !== 'age-encryption.org/v1')
  expect(plain).toEqual([join(copy(), 'postgres', 'backup_label')])
  expect(files.length).toBeGreaterThan(500)
})

test('with its key the copy is whole', async () => {
  const { code, said } = await check(backups, { BACKUP_KEY: key })
  expect(said).toMatch(/ is whole\.$/m)
  expect(code).toBe(0)
})

test('without its key, or with another one, it is refused in one line', async () => {
  const other = join(folder, 'other')
  await run('backup', ['--new-key', other])
  const refused = async (reply: ReturnType<typeof check>, reason: RegExp) => {
    const { code, said } = await reply
    expect(said).toMatch(reason)
    expect([code, said.trim().split('\n').length]).toEqual([1, 1])
  }
  await refused(check(backups), /is encrypted: say --key FILE/)
  await refused(check(backups, { BACKUP_KEY: other }), /is encrypted with another key/)
  await refused(check(backups, { BACKUP_KEY: join(folder, 'none') }), /key of the copies cannot be read/)
  await refused(check(backups, { BACKUP_KEY: join(dataDir, 'e-invoicing.key') }), /is no key of age/)
  // A key is never overwritten: what it opens would be lost.
  await refused(run('backup', ['--new-key', key]), /could not be made/)
})

test('a file of which one bit was changed does not open', async () => {
  const spoiled = join(folder, 'spoiled')
  cpSync(copy(), spoiled, { recursive: true })
  for (const name of ['postgres/PG_VERSION', 'manifest.json.age']) {
    const bytes = readFileSync(join(spoiled, name))
    const last = bytes.length - 1
    bytes[last] = (bytes[last] as number) ^ 1
    writeFileSync(join(spoiled, name), bytes)
    const { code, said } = await check(spoiled, { BACKUP_KEY: key })
    expect(said).toMatch(name === 'manifest.json.age' ? /manifest\.json\.age is damaged/ : /PG_VERSION does not open/)
    expect(code).toBe(1)
  }
})
