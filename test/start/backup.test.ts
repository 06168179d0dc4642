import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackupKey } from '#server/db/embedded/backup-key.ts'
import { startPostgres } from '#server/db/embedded/embedded.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { invoiceBody, type Organization, onboardingBody, password } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// A backup of a server at work is restored to books that are whole; a half or damaged one is refused.

const folder = mkdtempSync(join(tmpdir(), 'mizan-backup-'))
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')
let running: ServerProcess
let address = ''
let token = ''
let owner: Organization
const acknowledged: number[] = []

beforeAll(async () => {
  running = startProcess({ DATA_DIR: dataDir })
  address = (await running.address) ?? ''
  owner = await prepare()
})
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, path).toBe(200)
  return ((await response.json()) as { data: T }).data
}

async function prepare(): Promise<Organization> {
  const email = 'owner@example.sa'
  const person = { name: 'x', email, mobile: '0501234567', password, confirmPassword: password }
  token = (await ask<{ token: string }>('POST', '/auth/register', person)).token
  await ask('POST', '/organization/onboarding/submit', onboardingBody(email))
  const first = async (path: string) => (await ask<{ id: number }[]>('GET', path))[0]?.id as number
  const branch = await first('/branches/list')
  const tax = await first('/taxes/list')
  const made = async (path: string, body: object) => (await ask<{ id: number }>('POST', path, body)).id
  const customer = await made('/customers', { name: 'c', email, type: 'company', status: 'active' })
  const goods = await made('/products', {
    unit_id: await first('/units/list'),
    product_category_id: await first('/product-categories/list'),
    sale_price: '10',
    purchase_price: '6',
    apply_tax: true,
    status: 'active',
    code: 'G',
    name: 'g',
    product_type_id: 1,
    quantity: '100000',
  })
  return { ids: { branch, tax, currency: 1, customer, goods, service: goods } } as unknown as Organization
}

async function postInvoice(): Promise<void> {
  const { number } = await ask<{ number: string }>('GET', '/invoices/next-number')
  const items = [{ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }]
  const body = invoiceBody(owner, { invoice_number: number, proposed_number: number, items })
  acknowledged.push((await ask<{ id: number }>('POST', '/invoices', body)).id)
}

const run = (script: string, given: string[], environment: Record<string, string> = {}) =>
  runScript(script, given, { DATA_DIR: dataDir, ...environment })
const backup = (...given: string[]) => run('backup', ['--to', backups, ...given])
const restore = (...given: string[]) => run('restore', given).ended
const complete = () => readdirSync(backups).filter((name) => !/partial|lock/.test(name))

async function superuser(): Promise<pg.Client> {
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  const secret = readSecrets(dataDir).superuser
  const client = new pg.Client({ host, port: Number(port), user: 'postgres', password: secret, database: 'mizan' })
  await client.connect()
  return client
}

test('a backup under writes is restored with every invoice acknowledged before it, and every invariant holds', async () => {
  mkdirSync(join(dataDir, 'outbox'), { recursive: true })
  writeFileSync(join(dataDir, 'outbox', 'a.eml'), 'a', { mode: 0o600 })
  await postInvoice()
  let isOver = false
  const write = async () => {
    while (!isOver) await postInvoice()
  }
  const before = [...acknowledged]
  const writers = [write(), write()]
  const made = await backup().ended
  isOver = true
  await Promise.all(writers)
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/\d files, \d+ MB, 1 organisation/) })
  expect(complete()).toHaveLength(1)

  const target = join(folder, 'restored')
  const { code, said } = await restore('--from', backups, '--to', target)
  expect(said).toMatch(/^ok {5}trial balances of 1 organisation/m)
  expect(said).not.toMatch(/BROKEN/)
  expect(code).toBe(0)
  expect(readdirSync(join(target, 'outbox'))).toContain('a.eml')
  for (const name of ['secrets.json', 'postgres', 'postgres/PG_VERSION', 'outbox/a.eml']) {
    const [one, other] = [statSync(join(dataDir, name)), statSync(join(target, name))]
    expect([name, other.mode, other.uid, other.gid]).toEqual([name, one.mode, one.uid, one.gid])
  }
  const postgres = await startPostgres({ dataDir: target })
  const client = new pg.Client(postgres.superuser)
  await client.connect()
  const { rows } = await client.query(`SELECT id::int FROM documents WHERE kind = 'invoice'`)
  await client.end()
  await postgres.stop()
  const found = rows.map(({ id }) => id)
  expect(found).toEqual(expect.arrayContaining(before))
  expect(acknowledged).toEqual(expect.arrayContaining(found))
  expect((await restore('--from', backups, '--to', target)).said).toMatch(/is not empty/)
})

test('a checked backup is proved and leaves nothing behind', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary, { mode: 0o755 })
  const { code, said } = await run('restore', ['--from', backups, '--check'], { TMPDIR: temporary }).ended
  expect(said).toMatch(/ is whole\.$/m)
  expect([code, readdirSync(temporary)]).toEqual([0, []])
})

test('books that are not those the backup recorded are not called whole', async () => {
  const copy = join(folder, 'other-books')
  cpSync(join(backups, complete()[0] as string), copy, { recursive: true })
  const path = join(copy, 'manifest.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"debit": "\d+/, '"debit": "1'))
  const { code, said } = await restore('--from', copy, '--check')
  expect(said).toMatch(/^BROKEN trial balances[\s\S]*is NOT whole\.$/m)
  expect(code).toBe(1)
})

test('a fault that the original had when it was copied does not make the copy a bad one', async () => {
  const change = async (by: number) => {
    const client = await superuser()
    await client.query(`SET session_replication_role = replica; UPDATE stock_items SET value = value + ${by}`)
    await client.end()
  }
  await change(1)
  const made = await backup().ended
  await change(-1)
  expect(made, made.said).toMatchObject({ code: 0 })
  const { code, said } = await restore('--from', backups, '--check')
  expect(said).toMatch(/^as it was when the copy was made: BROKEN 0006[\s\S]* is whole\.$/m)
  expect(said).not.toMatch(/^BROKEN/m)
  expect(code).toBe(0)
  rmSync(join(backups, complete().at(-1) as string), { recursive: true })
})

test('a damaged or missing file, or a damaged manifest, refuses the restore', async () => {
  const target = join(folder, 'damaged')
  const refused = async (spoil: (copy: string) => void, reason: RegExp) => {
    const copy = join(folder, 'spoiled')
    cpSync(join(backups, complete()[0] as string), copy, { recursive: true })
    spoil(copy)
    const { code, said } = await restore('--from', copy, '--to', target)
    expect([code, existsSync(target) ? readdirSync(target) : []]).toEqual([1, []])
    expect(said).toMatch(reason)
    rmSync(copy, { recursive: true })
  }
  const version = (copy: string) => join(copy, 'postgres', 'PG_VERSION')
  await refused((copy) => appendFileSync(version(copy), ' '), /damaged: postgres\/PG_VERSION is not/)
  await refused((copy) => rmSync(version(copy)), /damaged: postgres\/PG_VERSION is missing/)
  await refused((copy) => writeFileSync(join(copy, 'manifest.json'), '{'), /manifest\.json is damaged/)
  await refused((copy) => rmSync(join(copy, 'manifest.json')), /no complete backup/)
})

test('a killed backup leaves no complete folder, and the next one clears it away', async () => {
  const before = complete()
  const client = await superuser()
  // The backup asks for the sums when all is copied: there it waits for us.
  await client.query('BEGIN; LOCK TABLE journal_lines IN ACCESS EXCLUSIVE MODE')
  const { child, ended } = backup()
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%accounts_sha256%'`
  const watcher = await superuser()
  await expect.poll(async () => (await watcher.query(waiting)).rows[0].n).toBe(1)
  const second = await backup().ended
  expect(second).toMatchObject({ code: 1, said: expect.stringMatching(/Another backup .* is under way/) })
  child.kill('SIGKILL')
  await ended
  await client.query('ROLLBACK')
  expect(complete()).toEqual(before)
  expect(readdirSync(backups).filter((name) => name.endsWith('.partial'))).toHaveLength(1)
  const slots = 'SELECT count(*)::int AS n FROM pg_replication_slots'
  await expect.poll(async () => (await watcher.query(slots)).rows[0].n).toBe(0)
  await Promise.all([client.end(), watcher.end()])

  const foreign = join(backups, 'other.partial')
  mkdirSync(foreign)
  // With a number to keep, the older complete ones go as well.
  expect((await backup('--keep', '1').ended).code).toBe(0)
  expect(readdirSync(backups).sort()).toEqual([expect.stringMatching(/Z$/), 'other.partial'])
  rmSync(foreign, { recursive: true })
  expect(complete()).not.toEqual(before)
})

test('a stopped server is checked and backed up by programs that archive its log, and encrypt it', async () => {
  running.child.kill('SIGTERM')
  await running.ended
  const key = join(folder, 'key')
  await makeBackupKey(key)
  const archive = join(folder, 'archive')
  const own = { WAL_ARCHIVE: archive, BACKUP_KEY: key }
  expect(await run('verify', [], own).ended).toMatchObject({ code: 0 })
  const verified = readdirSync(archive)
  expect(verified.length).toBeGreaterThan(0)
  expect(await run('backup', ['--to', backups, '--keep', '1'], own).ended).toMatchObject({ code: 0 })
  const names = readdirSync(archive)
  expect(names.length).toBeGreaterThan(verified.length)
  expect(names.filter((name) => !name.endsWith('.gz.age'))).toEqual([])
  expect((await restore('--from', backups, '--check', '--key', key)).code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test.each([
  ['backup', ['--to', 'x'], /pg_basebackup or pg_dump/],
  ['restore', ['--from', 'x', '--check'], /pg_restore/],
])('%s names the tools of a database of one’s own in one line', async (script, given, reason) => {
  const { code, said } = await run(script, given, { DATABASE_URL: 'postgres://a:b@localhost/c' }).ended
  expect([code, said.trimEnd().split('\n').length]).toEqual([1, 1])
  expect(said).toMatch(reason)
})

test('a backup reports what it lacks, and refuses the data folder as its target', async () => {
  expect((await run('backup', []).ended).said).toMatch(/Say where to/)
  expect((await backup('--keep', '0').ended).said).toMatch(/--keep must be/)
  expect((await run('backup', ['--to', join(dataDir, 'b')]).ended).said).toMatch(/outside DATA_DIR/)
  expect((await run('backup', ['--to', backups], { DATA_DIR: folder }).ended).said).toMatch(/holds no database/)
})
