import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { createVault } from '#server/vault/vault.ts'
import { parseExact, readFileOf, writeFileOf } from '../../scripts/transfer/organization-file.ts'
import { createQuarter } from '../books/quarter/company.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createTestDatabase } from '../harness/database.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { runInvariants } from '../harness/invariants.ts'
import { createOrganization, expectOk, invoiceBody, type Organization, password } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { sealAll } from '../harness/seal-all.ts'

// One organization leaves an installation and becomes one of another: whole, alone, and the same to the last digit.

const folder = mkdtempSync(join(tmpdir(), 'mizan-move-'))
const file = join(folder, 'organization')
let source: TestApp
let neighbour: Organization
let moved: { id: number; email: string }
let target: Awaited<ReturnType<typeof createTestDatabase>>
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const urlOf = ({ host, port, user, password: secret, database }: ConnectionSettings) =>
  `postgres://${user}:${secret}@localhost/${database}?host=${host}&port=${port}`

function run(script: 'export' | 'import', database: ConnectionSettings, dataDir: string, given: readonly string[]) {
  const environment = { DATA_DIR: join(folder, dataDir), DATABASE_URL: urlOf(database) }
  return runScript(`transfer/${script}`, given, environment).ended
}
const importFile = (path = file, ...more: string[]) =>
  run('import', target.superuser, 'there', ['--from', path, ...more])

beforeAll(async () => {
  for (const name of ['here', 'there']) mkdirSync(join(folder, name))
  source = await createTestApp(undefined, undefined, { DATA_DIR: join(folder, 'here') })
  neighbour = await createOrganization(source)
  expectOk(
    await neighbour.post('/customers', { name: 'سر الجار', email: 'n@example.sa', type: 'company', status: 'active' }),
  )
  const quarter = await createQuarter(source)
  const id = Number((quarter as unknown as Organization).token?.split('.')[0])
  await sealAll(source.app.services.pool, id)
  const { rows } = await withSuperuser(source, (client) =>
    client.query('SELECT email FROM users WHERE organization_id = $1 AND is_owner', [id]),
  )
  moved = { id, email: rows[0].email }
  target = await createTestDatabase()
  const exported = await run('export', source.roles.owner, 'here', ['--organization', String(id), '--to', file])
  expect(exported).toMatchObject({ code: 0, said: expect.stringMatching(/organisation \d+, \d+ rows/) })
})

test('nothing of another organization is in the file', () => {
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  expect(text).not.toContain('سر الجار')
  const [, ...lines] = text.trim().split('\n')
  const numbers = lines.flatMap((line) =>
    (JSON.parse(line).rows ?? []).map((row: { organization_id: number }) => row.organization_id),
  )
  expect(numbers.length).toBeGreaterThan(500)
  expect([...new Set(numbers)]).toEqual([moved.id])
})

test('a file that was changed or cut off imports nothing', async () => {
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  const spoiled = join(folder, 'spoiled')
  const refused = async (content: Buffer, reason: RegExp) => {
    writeFileSync(spoiled, content)
    expect(await importFile(spoiled)).toMatchObject({ code: 1, said: expect.stringMatching(reason) })
  }
  await refused(gzipSync(text.replace(/"debit":(\d)/, '"debit":9$1')), /damaged/)
  await refused(gzipSync(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)), /cut off/)
  await refused(readFileSync(file).subarray(0, 5_000), /damaged/)
  await refused(gzipSync(text.replace('"migrations":["', '"migrations":["0000-other ')), /other migrations/)
  expect(await countOf('organizations')).toBe(0)
})

async function countOf(table: string): Promise<number> {
  const client = new pg.Client(target.superuser)
  await client.connect()
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${table}`)
  await client.end()
  return rows[0].n
}

test('an organization whose number is taken gets another one, and its entries keep their verified hashes', async () => {
  // The other installation has organizations of its own, up to the number that moves.
  const there = await createApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'there') }),
    database: target.app,
  })
  const visit = (token: string | null = null) => ({
    post: (path: string, body: object) =>
      there.inject({
        method: 'POST',
        url: `/api${path}`,
        payload: body,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      }),
    get: (path: string) =>
      there.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${token}` } }),
  })
  for (let number = 1; number <= moved.id; number++)
    await visit().post('/auth/register', {
      name: 'x',
      email: `own${number}@there.sa`,
      mobile: '0501234567',
      password,
      confirmPassword: password,
    })
  const { code, said } = await importFile()
  expect(said).toMatch(/all rows, references, invariants and the trial balance are those of the file\. Its number was/)
  expect(code).toBe(0)
  const invariants = await runInvariants(target.superuser)
  expect(invariants.filter(({ count }) => count > 0)).toEqual([])
  // Its people sign in, see the same report, and go on with the next numbers.
  const signedIn = (await visit().post('/auth/login', { email: moved.email, password })).json()
  const owner = visit(signedIn.data.token)
  const here = source.visitor(
    expectOk(await source.visitor().post('/auth/login', { email: moved.email, password })).body.data.token,
  )
  for (const path of [
    '/reports/trial-balance',
    '/reports/balance-sheet',
    '/invoices?per_page=100',
    '/customers',
    '/reports/vat-return',
  ])
    expect((await owner.get(path)).json().data, path).toEqual((await here.get(path)).body.data)
  const [own, original] = [
    (await owner.get('/invoices/next-number')).json(),
    (await here.get('/invoices/next-number')).body,
  ]
  expect(own.data).toEqual(original.data)
  const made = await owner.post('/customers', {
    name: 'جديد',
    email: 'new@there.sa',
    type: 'company',
    status: 'active',
  })
  expect(made.statusCode).toBe(200)
  await there.close()
  // A second time its addresses are taken.
  expect(await importFile()).toMatchObject({ code: 1, said: expect.stringMatching(/Already used here: .*@/) })
})

test('secrets need a key of the file, and are encrypted again for the other installation', async () => {
  const { vault } = source.app.services
  const owner = await createOrganization(source)
  const id = Number(owner.token?.split('.')[0])
  const sealed = vault.seal(id, 'JBSWY3DPEHPK3PXP')
  await withSuperuser(source, (client) =>
    client.query('UPDATE users SET totp_secret = $1 WHERE organization_id = $2', [sealed, id]),
  )
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  // A member whose password is in a personal tenant, which stays where it is.
  await withSuperuser(source, async (client) => {
    const { rows } = await client.query(
      `INSERT INTO users (organization_id, name, email, status, home_organization_id, home_user_id)
       VALUES ($1, 'عضو', 'member@example.sa', 'active', $1, 1) RETURNING id`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })
  const secret = join(folder, 'secret')
  const given = ['--organization', String(id), '--to', secret]
  expect(await run('export', source.roles.owner, 'here', given)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/needs a key/),
  })
  rmSync(secret, { force: true })
  const key = join(folder, 'key')
  writeFileSync(key, `${await newKey()}\n`)
  expect((await run('export', source.roles.owner, 'here', [...given, '--key', key])).code).toBe(0)
  // There is no such personal tenant here, which the invariants would find after the file.
  await withSuperuser(source, (client) => client.query(`DELETE FROM users WHERE email = 'member@example.sa'`))
  expect((await importFile(secret)).said).toMatch(/is encrypted: say --key/)
  const { code, said } = await importFile(secret, '--key', key)
  expect([code, said]).toEqual([0, expect.stringMatching(/is organisation \d+/)])
  const there = Number(/is organisation (\d+)/.exec(said)?.[1])
  const client = new pg.Client(target.superuser)
  await client.connect()
  const { rows } = await client.query(
    'SELECT totp_secret FROM users WHERE organization_id = $1 AND totp_secret IS NOT NULL',
    [there],
  )
  const member = await client.query(
    `SELECT home_organization_id, home_user_id FROM users JOIN user_directory USING (organization_id, email) WHERE email = 'member@example.sa' AND organization_id = $1`,
    [there],
  )
  expect(member.rows).toEqual([{ home_organization_id: null, home_user_id: null }])
  await client.end()
  expect(createVault(join(folder, 'there')).open(there, rows[0].totp_secret)).toBe('JBSWY3DPEHPK3PXP')
})

test('a figure keeps its digits, and lines after the last one are refused', async () => {
  const path = join(folder, 'figures')
  const figures = '{"amount":12345678901234567.8901,"stored":{"rate":15.00}}'
  async function* lines() {
    yield { table: 'rows', rows: [parseExact(figures) as Record<string, unknown>] }
    yield { end: { sums: {} } }
  }
  const head = {
    format: 'mizan-organization-1' as const,
    version: '1',
    migrations: [],
    made_at: '',
    organization_id: 1,
    name: 'x',
    hashed_as: 1,
    trial_balance: null,
  }
  async function* whole() {
    yield { head }
    yield* lines()
  }
  await writeFileOf(path, whole(), undefined)
  const [, row] = await Array.fromAsync(readFileOf(path, undefined))
  expect(JSON.stringify(row)).toContain(figures)
  writeFileSync(path, gzipSync(`${gunzipSync(readFileSync(path)).toString()}{"table":"rows","rows":[]}\n`))
  await expect(Array.fromAsync(readFileOf(path, undefined))).rejects.toThrow('lines follow its last one')
})

async function newKey(): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption')
  return generateX25519Identity()
}

test('every encrypted column is known to the export', async () => {
  const { sealedColumns } = await import('../../scripts/transfer/tables.ts')
  const client = new pg.Client(target.superuser)
  await client.connect()
  const { rows } = await client.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name !~ 'hash|sha256|checksum|content|^prev$|public_key' ORDER BY 1`,
  )
  await client.end()
  const known = Object.entries(sealedColumns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(rows.map(({ name }) => name)).toEqual(known.sort())
})

test('an export of secrets without a key is refused in one sentence, and leaves no half file', async () => {
  const id = Number(neighbour.token?.split('.')[0])
  await withSuperuser(source, (client) =>
    client.query("UPDATE users SET totp_secret = '\\x00' WHERE organization_id = $1", [id]),
  )
  const half = join(folder, 'half')
  for (let count = 0; count < 2; count++) {
    const refused = await run('export', source.roles.owner, 'here', ['--organization', String(id), '--to', half])
    expect(refused.code).toBe(1)
    expect(refused.said.trim()).toMatch(/^mizan: The organisation has secrets .* the file needs a key, --key FILE\.$/)
    expect(existsSync(half)).toBe(false)
  }
})
