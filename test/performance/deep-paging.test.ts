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
import type { CounterList } from '#server/paging/counter-list.ts'
import { anchorAt, partyAnchorAt } from '#server/paging/page-anchors.ts'
import { refreshAnchors } from '#server/paging/refresh-page-anchors.ts'
import { cachedSearchCount, cacheSearchCount } from '#server/paging/search-count-cache.ts'
import { invoice, receipt } from '../../bench/cases.ts'
import { fill } from '../../bench/fill.ts'
import { fillKept } from '../../bench/fill-counters.ts'
import type { Ground } from '../../bench/ground.ts'
import { layGround, signer } from '../../bench/seed-database.ts'
import { type Client, createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

// Deep pages begin at stored anchors, also of one status and of overdue rows. Under concurrent writes, at any refresh
// of the anchors, each page equals plain sorting and skipping at the same moment.

let app: TestApp
let ground: Ground
let client: Client
let customers: number[]
const list: CounterList = {
  ...{ table: 'documents', kind: 'invoice', day: 'document_date', status: 'status' },
  wanted: { not: 'void' },
}
const today = '2030-01-01'
const lists = {
  all: list,
  paid: { ...list, wanted: { is: 'paid' } },
  confirmed: { ...list, wanted: { is: 'confirmed' } },
  overdue: { ...list, late: today },
} satisfies Record<string, CounterList>
type Status = keyof typeof lists
const anyStatus = () => one(Object.keys(lists) as Status[])
const orders: Record<string, string> = {
  total: 'document.total',
  invoice_number: 'document.number',
  created_at: 'document.id',
  customer: 'party.name, party.id, document.document_date',
  invoice_date: 'document.document_date',
}
const inEnglish = 'coalesce(party.name_en,party.name), party.id, document.document_date'
const places: Record<string, readonly string[]> = {
  total: ['documents.total_units'],
  invoice_number: ['documents.number'],
  created_at: ['documents.id'],
  invoice_date: ['documents.document_date'],
}

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
}, 60_000)

let seed = 7
const drawn = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length)] as Item

let used: Record<Status, number> = { all: 0, paid: 0, confirmed: 0, overdue: 0 }
/** A page, the place it begins at and plain reading, in one transaction that sees one moment. */
async function compare(status = anyStatus()): Promise<void> {
  const services = { ...app.app.services }
  await inTenant(services.pool, ground.organization, 'snapshot', async (db) => {
    const session = {
      organization_id: ground.organization,
      authority: new Set(),
      organization: { manual_numbers: false },
    }
    const language = one(['ar', 'en'] as const)
    const context = { db, services, session, language, today } as unknown as Context
    const key = one(Object.keys(orders))
    const direction = one(['asc', 'desc'] as const)
    const page = 205 + drawn(status === 'all' ? 395 : 150)
    const ofStatus = status !== 'all' && { status }
    const query = { page, per_page: 10, sort_key: key, sort_order: direction, ...ofStatus }
    const answer = await listDocuments(context, sales, invoices.list, query as never)
    const order = { columns: places[key] ?? [], direction }
    const offset = (page - 1) * 10
    const place =
      key === 'customer'
        ? language === 'ar' && (await partyAnchorAt(context, lists[status], direction, offset))
        : await anchorAt(context, lists[status], order, offset)
    if (place) used[status]++
    const ids = (answer.data as { id: number }[]).map(({ id }) => id)
    const by = key === 'customer' && language === 'en' ? inEnglish : (orders[key] as string)
    expect(ids, JSON.stringify({ query, place, language })).toEqual(
      await plainly(db, statuses[status], by, direction, offset),
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

const old = async (status: string) =>
  (await client.get(`/invoices?per_page=10&page=${1 + drawn(20)}&status=${status}`)).body.data.map(
    ({ id }: { id: number }) => id,
  ) as number[]
const anInvoice = (change: object) => ({ ...invoice(ground, one(customers)), ...change })

/** Changes of a list: each kind, of old and of new rows. */
const changes: (() => Promise<Reply>)[] = [
  () => client.post('/invoices', anInvoice({})),
  () => client.post('/invoices', anInvoice({ status: 'draft' })),
  async () => client.remove(`/invoices/${one(await old('confirmed'))}`),
  async () => {
    const id = one(await old('confirmed'))
    const { customer_id } = (await client.get(`/invoices/${id}`)).body.data ?? {}
    return client.post('/accounting/income-payments', receipt(ground, customer_id, [id]))
  },
  async () => {
    const [id] = await old('draft')
    const { version } = (await client.get(`/invoices/${id}`)).body.data ?? {}
    const items = [{ product_id: ground.service, quantity: 1 + drawn(9), price: 100, tax_rate: 15 }]
    return client.post(`/invoices/${id}`, anInvoice({ version, items, ...(drawn(2) === 0 && { status: 'draft' }) }))
  },
  async () => client.remove(`/invoices/${one([...(await old('draft')), 0])}`),
  async () => {
    const id = one(await old('confirmed'))
    const { version, invoice_number } = (await client.get(`/invoices/${id}`)).body.data ?? {}
    const items = [{ product_id: ground.service, quantity: 1 + drawn(9), price: 75, tax_rate: 15 }]
    return client.post(`/invoices/${id}`, anInvoice({ version, invoice_number, items }))
  },
  async () => {
    const { data } = (await client.get(`/customers/${one(customers)}`)).body
    return drawn(4) === 0
      ? client.post(`/customers/${data.id}`, { ...data, name: `عميل ${drawn(1000)}` })
      : client.get('/customers')
  },
]

/** Reads during changes. `told` counts, by list, how often anchors or cached counts were used. */
type Reading = { setAnew(): Promise<void>; read(): Promise<void>; told(): Record<Status, number> }
/** How often of each list at least. */
const toldOften = 5

/**
 * Three clients make each kind of change and one refreshes the anchors, while two read, until each change was made
 * once.
 */
async function whileChanged({ setAnew, read, told }: Reading): Promise<void> {
  const done = new Map<string, number>()
  let isOver = false
  const writer = async () => {
    while (!isOver) {
      const index = drawn(changes.length)
      const { status } = await (changes[index] as () => Promise<Reply>)()
      const key = `${index}: ${status}`
      done.set(key, (done.get(key) ?? 0) + 1)
    }
  }
  const setter = async () => {
    while (!isOver) await setAnew()
  }
  const isMissing = () =>
    changes.some((_, index) => !done.has(`${index}: 200`)) || Object.values(told()).some((often) => often < toldOften)
  const reader = async () => {
    for (let round = 0; round < 60 || (isMissing() && round < 1500); round++) await read()
  }
  const others = [writer(), writer(), writer(), setter()]
  await Promise.all([reader(), reader()]).finally(() => {
    isOver = true
  })
  await Promise.all(others)
  for (let index = 0; index < changes.length; index++) expect([...done.keys()]).toContain(`${index}: 200`)
  expect(Math.min(...Object.values(told())), JSON.stringify(told())).toBeGreaterThanOrEqual(toldOften)
}

test('deep pages equal plain sorting while rows change', async () => {
  const setAnew = (status = anyStatus()) => refreshAnchors(app.app.services.pool, ground.organization, lists[status])
  for (const status of Object.keys(lists) as Status[]) await setAnew(status)
  await whileChanged({ setAnew: () => setAnew(), read: () => compare(), told: () => used })
}, 60_000)

const pieces = ['0', '7', '99', 'inv-', 'v', 'ا', 'فق', 'zq'].map((keyword) => ({
  keyword,
  pattern: `%${keyword}%`,
  party: 'customer',
}))
const kept: Record<Status, number> = { all: 0, paid: 0, confirmed: 0, overdue: 0 }

/** The cached count of a text and the result of a full scan, in one transaction with one snapshot. */
async function compareFind(): Promise<void> {
  const { services } = app.app
  await inTenant(services.pool, ground.organization, 'snapshot', async (db) => {
    const session = {
      organization_id: ground.organization,
      authority: new Set(),
      organization: { manual_numbers: false },
    }
    const language = one(['ar', 'en'] as const)
    const context = { db, services, session, language, today } as unknown as Context
    const sought = one(pieces)
    const status = anyStatus()
    const { total: all, own } = await foundPlainly(db, sought.pattern, statuses[status], 'document.id')
    if (sought.keyword === 'فق') expect([all > 0, own], 'only by names').toEqual([true, 0])
    const named = await db
      .selectFrom('parties')
      .select('id')
      .where('kind', '=', 'customer')
      .where('search_text', 'like', sought.pattern)
      .execute()
    const total = await cachedSearchCount(
      context,
      lists[status],
      sought,
      named.map(({ id }) => id),
    )
    if (total !== undefined) kept[status]++
    expect(total ? [total.count, total.own] : [all, own], `${status} ${sought.keyword}`).toEqual([all, own])
    await compareFoundPage(context, sought)
  })
}

const statuses = {
  all: sql`document.status <> 'void'`,
  paid: sql`document.status = 'paid'`,
  confirmed: sql`document.status = 'confirmed'`,
  void: sql`document.status = 'void'`,
  overdue: sql`document.state = 'posted' AND document.settled < document.total AND document.due_date < ${today}::date`,
}

/** A page of what is found, of any status and in any order, with its total, is what plain looking and sorting finds at the moment. */
async function compareFoundPage(context: Context, { keyword, pattern }: { keyword: string; pattern: string }) {
  const status = one(Object.keys(statuses) as (keyof typeof statuses)[])
  const sort_key = one(['invoice_date', 'customer', 'total'])
  const sort_order = one(['asc', 'desc'] as const)
  const page = 1 + drawn(3)
  const query = { page, per_page: 10, keyword, sort_key, sort_order, ...(status !== 'all' && { status }) }
  const { data, meta } = await listDocuments(context, sales, invoices.list, query as never)
  const byName = context.language === 'en' ? inEnglish : orders.customer
  const by = { invoice_date: 'document.document_date', customer: byName, total: orders.total }[sort_key] as string
  const way = [...by.split(', '), 'document.id'].map((column) => `${column} ${sort_order}`).join(', ')
  const plain = await foundPlainly(context.db, pattern, statuses[status], way)
  const about = JSON.stringify({ query, language: context.language })
  expect(meta?.total, about).toBe(plain.total)
  const ids = (data as { id: number }[]).map(({ id }) => id)
  expect(ids, about).toEqual((plain.ids ?? []).slice((page - 1) * 10, page * 10))
}

const foundPlainly = async (db: TenantDatabase, pattern: string, isMeant: ReturnType<typeof sql>, way: string) => {
  const { rows } = await sql<{ ids: number[] | null; total: number; own: number }>`
    SELECT to_json((array_agg(document.id ORDER BY ${sql.raw(way)}))[:30]) AS ids, count(*) AS total, count(*) FILTER (WHERE party.search_text NOT LIKE ${pattern}) AS own
    FROM documents AS document
    JOIN parties AS party ON party.organization_id = document.organization_id AND party.id = document.party_id
    WHERE document.organization_id = ${ground.organization} AND document.kind = 'invoice' AND ${isMeant}
      AND (party.search_text LIKE ${pattern} OR document.search_text LIKE ${pattern})`.execute(db)
  return rows[0] as { ids: number[] | null; total: number; own: number }
}

test('cached search counts equal a full scan while rows change', async () => {
  const { pool } = app.app.services
  const setAnew = async () => {
    const asked = lists[anyStatus()]
    if (drawn(4) === 0) await refreshAnchors(pool, ground.organization, asked)
    for (const sought of pieces) await cacheSearchCount(pool, ground.organization, asked, sought)
  }
  for (const asked of Object.values(lists))
    for (const sought of pieces) await cacheSearchCount(pool, ground.organization, asked, sought)
  await whileChanged({ setAnew, read: compareFind, told: () => kept })
}, 60_000)

test.each(Object.keys(lists) as Status[])(
  'a change that was not logged is detected by the total count: %s',
  async (status) => {
    await refreshAnchors(app.app.services.pool, ground.organization, lists[status])
    const superuser = new pg.Client(app.roles.superuser)
    await superuser.connect()
    const ofList = `organization_id = ${ground.organization} AND list = 'invoice${status === 'all' ? '' : `/${status}`}'`
    await superuser.query(`UPDATE list_snapshots SET count = count - 1 WHERE ${ofList}`)
    // Locked, so that a page that finds the anchors invalid cannot refresh them concurrently.
    await superuser.query('BEGIN')
    await superuser.query(`SELECT FROM list_snapshots WHERE ${ofList} FOR UPDATE`)
    used = { all: 0, paid: 0, confirmed: 0, overdue: 0 }
    for (let round = 0; round < 20; round++) await compare(status)
    expect(used[status]).toBe(0)
    await superuser.query(`UPDATE list_snapshots SET count = count + 1 WHERE ${ofList}`)
    await superuser.query('COMMIT')
    for (let round = 0; round < 20; round++) await compare(status)
    expect(used[status]).toBeGreaterThan(4)
    await superuser.end()
  },
)

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
    // Concurrent counting did not notice that they moved.
    await superuser.query('DELETE FROM list_search_counts')
    await superuser.query('DROP TABLE moved_parties')
    await superuser.end()
  }
})
