import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type CopyRunner, createCopies } from '#server/copies/copies.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk } from '../harness/organization.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'mizan-copies-'))
function copiesWith(answers: Partial<Record<'backup' | 'restore', { code: number; said: string }>> = {}) {
  const asked: string[] = []
  const clock = { now: () => new Date(moment) }
  let moment = '2026-11-26T10:00:00Z'
  const run: CopyRunner = async (script, given) => {
    asked.push(`${script} ${given.join(' ')}`)
    return answers[script] ?? { code: 0, said: 'ok     trial balances\n' }
  }
  const backup = { to: '/backup', at: '02:10', keep: 3 }
  const said: string[] = []
  const tell = (error: unknown) => void said.push(String(error))
  const copies = createCopies(
    { backup, backupKey: undefined, dataDir: folder(), walArchive: undefined },
    clock,
    tell,
    run,
  )
  const lookAt = async (instant: string) => {
    moment = instant
    const before = asked.length
    await copies.look()
    return asked.length > before
  }
  return { copies, asked, said, lookAt }
}

test('a copy is made and restored once a day, at the time of Riyadh', async () => {
  const { lookAt, asked, copies } = copiesWith()
  expect(await lookAt('2026-11-25T23:09:00Z')).toBe(false)
  expect(await lookAt('2026-11-25T23:10:00Z')).toBe(true)
  expect(asked).toEqual(['backup --to /backup --keep 3', 'restore --from /backup --check'])
  expect(await lookAt('2026-11-26T20:00:00Z')).toBe(false)
  expect(await lookAt('2026-11-26T23:11:00Z')).toBe(true)
  expect(copies.last()).toMatchObject({
    is_copied: true,
    differences: 0,
    said: null,
    proved_at: '2026-11-26T23:11:00.000Z',
  })
})

test('a copy that was missed follows when the server runs again', async () => {
  const { lookAt } = copiesWith()
  expect(await lookAt('2026-11-25T23:10:00Z')).toBe(true)
  expect(await lookAt('2026-11-27T22:00:00Z')).toBe(true)
})

test('a copy that fails its check is counted and reported', async () => {
  const restore = { code: 1, said: 'ok     one\nBROKEN two\nBROKEN trial balances\nmizan: /backup/x is NOT whole.\n' }
  const { lookAt, copies, said } = copiesWith({ restore })
  await lookAt('2026-11-25T23:10:00Z')
  expect(copies.last()).toMatchObject({ is_copied: true, differences: 2, said: 'mizan: /backup/x is NOT whole.' })
  expect(said).toHaveLength(1)
})

test.each([
  [
    'cannot be made',
    { backup: { code: 1, said: 'mizan: disk full' } },
    { is_copied: false, differences: null, said: 'mizan: disk full' },
  ],
  [
    'cannot be restored',
    { restore: { code: 1, said: 'mizan: damaged' } },
    { is_copied: true, proved_at: null, differences: null },
  ],
])('a copy that %s is not proved', async (_, answers, status) => {
  const { lookAt, copies } = copiesWith(answers)
  await lookAt('2026-11-25T23:10:00Z')
  expect(copies.last()).toMatchObject(status)
})

test('settings, health and metrics show the result of the last copy', async () => {
  const token = 'a-token-of-the-scraper'
  const environment = { BACKUP_TO: '/backup', BACKUP_KEEP: '5', DATA_DIR: folder(), METRICS: token }
  const app = await createTestApp(undefined, undefined, environment)
  const owner = await createOrganization(app)
  expect(expectOk(await owner.get('/copies')).body.data).toEqual({
    is_external: false,
    has_archive: false,
    is_encrypted: false,
    standby: null,
    schedule: { at: '02:10', keep: 5 },
    last: null,
  })
  expect((await app.visitor().get('/health')).body).toEqual({ status: 'ok' })
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.visitor().ask('GET', '/metrics', { headers })).body).toContain('mizan_proved_copy_differences -1')
})

test.each([
  ['a time that is none', { BACKUP_TO: '/b', BACKUP_AT: '25:00' }, 'BACKUP_AT'],
  ['a number that is none', { BACKUP_TO: '/b', BACKUP_KEEP: '0' }, 'BACKUP_KEEP'],
  ['copies of a database that is not ours', { BACKUP_TO: '/b', DATABASE_URL: 'postgres://a:b@c/d' }, 'DATABASE_URL'],
])('refuses %s', (_, environment, name) => expect(() => readConfig(environment)).toThrow(name))
