import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { invoices } from '#contract/documents/documents.ts'
import { sales } from '#contract/documents/sides.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { listDocuments } from '#server/documents/list-documents.ts'
import { fill } from '../../bench/fill.ts'
import { fillKept } from '../../bench/fill-counters.ts'
import type { Ground } from '../../bench/ground.ts'
import { layGround, signer } from '../../bench/seed-database.ts'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

// Deep pages begin where the counters say, or are read from the nearer end; a keyword is resolved to parties and rows. Each page
// equals plain sorting and skipping at the same moment.

let app: TestApp
let ground: Ground
let client: Client
let customers: number[]
const today = '2030-01-01'
const orders: Record<string, string> = {
  total: 'document.total',
  invoice_number: 'document.number',
  created_at: 'document.id',
  customer: 'party.name, party.id, document.document_date',
  invoice_date: 'document.document_date',
}
const inEnglish = 'coalesce(party.name_en,party.name), party.id, document.document_date'
beforeAll(async () => {
  app = await createTestApp()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  ground = (await layGround(config, app.roles.app, ['deep']))[0] as Ground
  const superuser = new pg.Client(app.roles.superuser)
  await superuser.connect()
  await fill(superuser, ground, 6000)
  // English names sort differently, and some parties have none.
  await superuser.query(
    'UPDATE parties SET name_en = CASE WHEN id % 3 > 0 THEN reverse(name) END WHERE organization_id = $1',
    [ground.organization],
  )
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.end()
  const reply = await app.visitor().post('/auth/login', { ...signer('deep'), remember: true })
  client = app.visitor(expectOk(reply).body.data.token)
  customers = (await client.get('/customers?per_page=10')).body.data.map(({ id }: { id: number }) => id)
})

let seed = 7
const drawn = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length)] as Item

const contextOf = (db: TenantDatabase, language: 'ar' | 'en') => {
  const session = {
    organization_id: ground.organization,
    authority: new Set(),
    organization: { manual_numbers: false },
  }
  return { db, services: app.app.services, session, language, today } as unknown as Context
}

/** A deep page and plain reading, in one transaction that sees one moment. */
async function compare(status: Status): Promise<void> {
  await inTenant(app.app.services.pool, ground.organization, 'snapshot', async (db) => {
    const language = one(['ar', 'en'] as const)
    const key = one(Object.keys(orders))
    const direction = one(['asc', 'desc'] as const)
    const page = 50 + drawn(status === 'all' ? 550 : 200)
    const query = { page, per_page: 10, sort_key: key, sort_order: direction, ...(status !== 'all' && { status }) }
    const answer = await listDocuments(contextOf(db, language), sales, invoices.list, query as never)
    const ids = (answer.data as { id: number }[]).map(({ id }) => id)
    const by = key === 'customer' && language === 'en' ? inEnglish : (orders[key] as string)
    expect(ids, JSON.stringify({ query, language })).toEqual(
      await plainly(db, statuses[status], by, direction, (page - 1) * 10),
    )
  })
}

type Meant = ReturnType<typeof sql>
async function plainly(db: TenantDatabase, isMeant: Meant, order: string, direction: 'asc' | 'desc', offset: number) {
  const by = sql.raw([...order.split(', '), 'document.id'].map((column) => `${column} ${direction}`).join(', '))
  const { rows } = await sql<{ id: number }>`
    SELECT document.id FROM documents AS document
    JOIN parties AS party ON party.organization_id = document.organization_id AND party.id = document.party_id
    WHERE document.organization_id = ${ground.organization} AND document.kind = 'invoice' AND ${isMeant}
    ORDER BY ${by} LIMIT 10 OFFSET ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

type Status = keyof typeof statuses
const statuses = {
  all: sql`document.status <> 'void'`,
  paid: sql`document.status = 'paid'`,
  confirmed: sql`document.status = 'confirmed'`,
  void: sql`document.status = 'void'`,
  overdue: sql`document.state = 'posted' AND document.settled < document.total AND document.due_date < ${today}::date`,
}

/** A page of what is found, of any status and in any order, with its total, is what plain looking and sorting finds at the moment. */
async function compareFoundPage(context: Context, keyword: string) {
  const status = one(Object.keys(statuses) as Status[])
  const sort_key = one(['invoice_date', 'customer', 'total'])
  const sort_order = one(['asc', 'desc'] as const)
  const page = 1 + drawn(3)
  const query = { page, per_page: 10, keyword, sort_key, sort_order, ...(status !== 'all' && { status }) }
  const { data, meta } = await listDocuments(context, sales, invoices.list, query as never)
  const byName = context.language === 'en' ? inEnglish : orders.customer
  const by = { invoice_date: 'document.document_date', customer: byName, total: orders.total }[sort_key] as string
  const way = [...by.split(', '), 'document.id'].map((column) => `${column} ${sort_order}`).join(', ')
  const plain = await foundPlainly(context.db, `%${keyword}%`, statuses[status], way)
  const about = JSON.stringify({ query, language: context.language })
  expect(meta?.total, about).toBe(plain.total)
  const ids = (data as { id: number }[]).map(({ id }) => id)
  expect(ids, about).toEqual((plain.ids ?? []).slice((page - 1) * 10, page * 10))
}

const foundPlainly = async (db: TenantDatabase, pattern: string, isMeant: ReturnType<typeof sql>, way: string) => {
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    SELECT to_json((array_agg(document.id ORDER BY ${sql.raw(way)}))[:30]) AS ids, count(*) AS total
    FROM documents AS document
    JOIN parties AS party ON party.organization_id = document.organization_id AND party.id = document.party_id
    WHERE document.organization_id = ${ground.organization} AND document.kind = 'invoice' AND ${isMeant}
      AND (party.search_text LIKE ${pattern} OR document.search_text LIKE ${pattern})`.execute(db)
  return rows[0] as { ids: number[] | null; total: number }
}

test.each(Object.keys(statuses) as Status[])('deep pages equal plain sorting: %s', async (status) => {
  for (let round = 0; round < 40; round++) await compare(status)
})

test('pages of what a short or common keyword finds equal plain looking and sorting', async () => {
  for (let round = 0; round < 100; round++)
    await inTenant(app.app.services.pool, ground.organization, 'snapshot', (db) =>
      compareFoundPage(contextOf(db, one(['ar', 'en'] as const)), one(['0', '7', '99', 'inv-', 'v', 'ا', 'فق', 'zq'])),
    )
})

/** A page of what is found, with its total, is what plain looking and sorting finds. */
async function expectFound(superuser: pg.Client, keyword: string, order: string, page: number, status?: string) {
  const query = `per_page=10&page=${page}&sort_key=invoice_date&sort_order=${order}&keyword=${encodeURIComponent(keyword)}`
  const { data, meta } = expectOk(await client.get(`/invoices?${query}${status ? `&status=${status}` : ''}`)).body
  const { rows } = await superuser.query(
    `SELECT document.id::integer, (count(*) OVER ())::integer AS total FROM documents AS document
     JOIN parties AS party ON party.organization_id = document.organization_id AND party.id = document.party_id
     WHERE document.organization_id = ${ground.organization} AND document.kind = 'invoice' AND ${status ? 'document.status = $2' : 'document.status <> $2'}
       AND (party.search_text LIKE $1 OR document.search_text LIKE $1)
     ORDER BY document_date ${order}, document.id ${order} LIMIT 10 OFFSET ${(page - 1) * 10}`,
    [`%${keyword}%`.toLowerCase(), status ?? 'void'],
  )
  expect(
    data.map(({ id }: { id: number }) => id),
    query,
  ).toEqual(rows.map(({ id }) => id))
  if (rows[0]) expect(meta.total, query).toBe(rows[0].total)
  return rows.length
}

test('matches by name, by number, by both and by a common piece are sorted', async () => {
  const superuser = new pg.Client(app.roles.superuser)
  await superuser.connect()
  let met = 0
  for (const keyword of ['واحه', 'واحه 1', 'Summit', '0012', '00123', 'inv-', '00', '7', 'zz'])
    for (const order of ['asc', 'desc'])
      for (const page of [1, 3, 20])
        for (const status of [undefined, 'paid']) met += await expectFound(superuser, keyword, order, page, status)
  expect(met).toBeGreaterThan(500)
  await superuser.end()
})

test('a keyword of many parties is found when the latest thousands of rows belong to other parties', async () => {
  const superuser = new pg.Client(app.roles.superuser)
  await superuser.connect()
  const fat = customers[0] as number
  const move = async (set: string, where: string) => {
    await superuser.query("BEGIN; SET LOCAL session_replication_role = 'replica'")
    await superuser.query(
      `UPDATE documents SET ${set} WHERE organization_id = ${ground.organization} AND kind = 'invoice' AND ${where}`,
    )
    await fillKept(superuser, ground.organization)
    await superuser.query('COMMIT')
  }
  const late = `id IN (SELECT id FROM documents WHERE organization_id = ${ground.organization} AND kind = 'invoice' ORDER BY document_date DESC, id DESC LIMIT 3000)`
  await superuser.query('CREATE TABLE moved_parties AS SELECT id, party_id FROM documents WHERE organization_id = $1', [
    ground.organization,
  ])
  try {
    await move(`party_id = ${fat}`, late)
    for (const keyword of ['واحه', 'Summit', '2', '0012', '99'])
      for (const order of ['asc', 'desc'])
        for (const page of [1, 2, 9]) await expectFound(superuser, keyword, order, page)
  } finally {
    await move('party_id = moved.party_id FROM moved_parties AS moved', 'moved.id = documents.id')
    await superuser.query('DROP TABLE moved_parties')
    await superuser.end()
  }
})
