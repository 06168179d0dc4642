import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { createSealing } from '#server/journal/hash-chain-worker.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  onboardingBody,
  signUp,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { sealAll } from '../harness/seal-all.ts'

// Every posted entry is hashed together with the hash before it (accounting rule 4.4), behind everybody's back.

let app: TestApp
let owner: Organization
let organization: number
const failures: unknown[] = []
const seal = () => sealAll(app.app.services.pool, organization)
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  organization = Number(owner.token?.split('.')[0])
  expectOk(await owner.post('/bills', billBody(owner)))
  const id = await idOf(owner.post('/invoices', invoiceBody(owner)))
  expectOk(await owner.remove(`/invoices/${id}`))
  const lines = (await journalBody(owner)).lines as object[]
  const said = { description: 'إيجار "نوفمبر"\n\\ شهري', lines: lines.map((line) => ({ ...line, description: 'س|ط' })) }
  expectOk(await owner.post('/accounting/journal-entries', await journalBody(owner, said)))
})
type Row = Record<string, unknown>
const ask = (text: string) =>
  withSuperuser(app, async (client) => (await client.query<Row>(text.replaceAll('$1', String(organization)))).rows)
const hashes = () =>
  ask(`SELECT entry_number::int, encode(prev, 'hex') AS prev, encode(sha256, 'hex') AS sha256
    FROM journal_entry_hashes WHERE organization_id = $1 ORDER BY entry_number`)

/** An array as PostgreSQL writes it: after each comma a space. */
const written = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value)

/** An independent computation of the chain, from the decision that describes it. */
async function chainOfBooks(): Promise<Row[]> {
  const heads =
    await ask(`SELECT *, entry_date::text AS day, to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS instant
    FROM journal_entries WHERE organization_id = $1 ORDER BY entry_number`)
  const lines = await ask('SELECT * FROM journal_lines WHERE organization_id = $1 ORDER BY line_number')
  const taxes = await ask(
    'SELECT *, tax_date::text AS day FROM tax_entries WHERE organization_id = $1 ORDER BY line_number',
  )
  const number = (value: unknown) => (value === null ? null : Number(value))
  let prev = Buffer.alloc(32)
  return heads.map((head) => {
    const own = lines
      .filter((line) => line.entry_id === head.id)
      .map((line) => [
        line.line_number,
        number(line.account_id),
        number(line.branch_id),
        number(line.cost_center_id),
        line.party_kind,
        number(line.party_id),
        line.debit,
        line.credit,
        number(line.currency_id),
        line.amount_currency,
        number(line.tax_id),
        number(line.document_id),
        number(line.product_id),
        line.description,
      ])
    const taxed = taxes
      .filter((tax) => tax.entry_id === head.id)
      .map((tax) => [
        tax.line_number,
        tax.day,
        tax.box,
        tax.sign,
        tax.base,
        tax.tax,
        tax.is_adjustment,
        number(tax.tax_id),
        number(tax.branch_id),
      ])
    const text = written([
      'mizan-1',
      number(head.organization_id),
      number(head.entry_number),
      number(head.id),
      head.day,
      number(head.financial_year_id),
      head.kind,
      head.source,
      number(head.source_id),
      head.source_revision,
      number(head.reverses_id),
      head.description,
      head.total_debit,
      head.line_count,
      number(head.posted_by),
      head.instant,
      own,
      taxed,
    ])
    const sha256 = createHash('sha256').update(prev).update(text, 'utf8').digest()
    const row = { entry_number: number(head.entry_number), prev: prev.toString('hex'), sha256: sha256.toString('hex') }
    prev = sha256
    return row
  })
}

test('the chain can be recomputed from its description', async () => {
  expect(await hashes()).toEqual([])
  expect(await seal()).toBe(5)
  expect(await hashes()).toEqual(await chainOfBooks())
  expect(await seal()).toBe(0)
})

test('many who seal at once, while others post, seal each entry once and in order', async () => {
  const posting = Array.from({ length: 20 }, async () => expectOk(await owner.post('/invoices', invoiceBody(owner))))
  const workers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 10; round++) {
      await seal()
      await sleep(5)
    }
  })
  await Promise.all([...posting, ...workers])
  await seal()
  const sealed = await hashes()
  expect(sealed).toHaveLength(25)
  expect(sealed).toEqual(await chainOfBooks())
})

test('a posting wakes the worker and is hashed soon; a stopped worker hashes nothing', async () => {
  const background = createSealing({ pool: app.app.services.pool, tell: (error) => failures.push(error) })
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  background.wanted(organization)
  await expect.poll(async () => (await hashes()).length).toBe(26)
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  background.wanted(organization)
  await background.stop()
  await sleep(1_200)
  expect(await hashes()).toHaveLength(26)
  expect(await seal()).toBe(1)
  expect(failures).toEqual([])
})

test('hashes are never changed or removed, and other tenants see none', async () => {
  const { pool } = app.app.services
  for (const text of [
    'UPDATE journal_entry_hashes SET sha256 = prev',
    'DELETE FROM journal_entry_hashes',
    // A distributed database empties its shards without asking their triggers. No role of the application may do it.
    ...(app.roles.nodes ? [] : ['TRUNCATE journal_entry_hashes']),
  ]) {
    const broken = inTenant(pool, organization, 'write', (db) => sql.raw(text).execute(db))
    await expect(broken, text).rejects.toMatchObject({ code: '42501' })
    await expect(ask(text), text).rejects.toMatchObject({ code: '42501' })
  }
  const stranger = Number((await createOrganization(app)).token?.split('.')[0])
  const seen = await inTenant(pool, stranger, 'read', (db) => sql`SELECT FROM journal_entry_hashes`.execute(db))
  expect(seen.rows).toEqual([])
})

test('before the first entry no numbers are reported', async () => {
  const nobody = await signUp(app)
  expectOk(await nobody.post('/organization/onboarding/submit', onboardingBody(nobody.email)))
  for (const report of ['entry-digests', 'journal'])
    expect(expectOk(await nobody.get(`/reports/${report}`)).body.data.notes, report).toEqual([])
})

test('before anything is hashed only the waiting entries are reported', async () => {
  const fresh = await createOrganization(app)
  expectOk(await fresh.post('/bills', billBody(fresh)))
  const { notes } = expectOk(await fresh.get('/reports/entry-digests')).body.data
  expect(notes.map(({ word }: { word: string }) => word)).toEqual(['notes.waiting_to_be_sealed'])
})

test('each day has a digest that an owner can download', async () => {
  const last = (await hashes()).at(-1) as Row
  const sheet = expectOk(await owner.get('/reports/entry-digests')).body.data
  expect(sheet.rows).toMatchObject([
    {
      label: { name: today() },
      texts: { digest: last.sha256, first_entry: '1', last_entry: '27' },
      figures: { entries: 27 },
    },
  ])
  expect(sheet.notes.map(({ word }: { word: string }) => word)).toEqual(['notes.sealed_up_to', 'notes.digest_so_far'])
  const file = expectOk(await owner.get('/reports/entry-digests/export?format=csv'))
  expect(String(file.body)).toContain(last.sha256)
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  const { notes } = expectOk(await owner.get('/reports/entry-digests')).body.data
  expect(notes[1]).toEqual({ word: 'notes.waiting_to_be_sealed', params: { count: 1 } })
})
