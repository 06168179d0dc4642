import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#contract/documents/documents.ts'
import { sales } from '#contract/documents/sides.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { listDocuments } from '#server/documents/list-documents.ts'
import { fill } from '../../bench/fill.ts'
import type { Ground } from '../../bench/ground.ts'
import { layGround } from '../../bench/seed-database.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'

// Overdue rows are read in runs of one day and due day, or completely if there are few. For any terms, any day and any
// other filter, each page and its total equal plain sorting and counting at the same moment.

let app: TestApp
let ground: Ground
let superuser: pg.Client
let fat: number
const size = 4000

beforeAll(async () => {
  app = await createTestApp()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  ground = (await layGround(config, app.roles.app, ['late']))[0] as Ground
  superuser = new pg.Client(app.roles.superuser)
  await superuser.connect()
  await fill(superuser, ground, size)
  const { rows } = await superuser.query(`SELECT min(id) AS id FROM parties WHERE kind = 'customer'`)
  fat = Number(rows[0].id)
  // A customer with half of everything; the books are theirs again in the end.
  await superuser.query(`CREATE TEMP TABLE owners AS SELECT id, party_id FROM documents WHERE kind = 'invoice'`)
  await superuser.query(`UPDATE documents SET party_id = $1 WHERE kind = 'invoice' AND id % 2 = 0`, [fat])
  await superuser.query('VACUUM (ANALYZE)')
})
afterAll(async () => {
  await superuser.query(`UPDATE documents SET party_id = owners.party_id FROM owners WHERE owners.id = documents.id`)
  await superuser.end()
})

let seed = 11
const drawn = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length)] as Item

const orders: Record<string, string> = {
  invoice_date: 'document.document_date',
  due_date: 'document.due_date',
  total: 'document.total',
  customer: 'party.name, party.id, document.document_date',
  invoice_number: 'document.number',
  created_at: 'document.id',
}
type Asked = { today: string; order: string; customer: number | undefined; keyword: string | undefined }

async function compare(day: Date): Promise<number> {
  const services = app.app.services
  // The middle of the year, its end, and days before and after everything.
  const today = new Date(day.getTime() + (drawn(500) - 250) * 86_400_000).toISOString().slice(0, 10)
  const key = one([...Object.keys(orders), 'invoice_date', 'invoice_date'])
  const direction = one(['asc', 'desc'] as const)
  const customer = one([undefined, undefined, fat, fat + 1])
  const keyword = customer ? undefined : one([undefined, undefined, 'Summit', '00123', 'ا', '12'])
  const page = one([1, 1, 2, 3, 20, 60, 150])
  return await inTenant(services.pool, ground.organization, 'snapshot', async (db) => {
    const session = {
      organization_id: ground.organization,
      authority: new Set(),
      organization: { manual_numbers: false },
    }
    const context = { db, services, session, today } as unknown as Context
    const query = {
      page,
      per_page: 10,
      status: 'overdue',
      sort_key: key,
      sort_order: direction,
      ...(customer && { customer_id: customer }),
      ...(keyword && { keyword }),
    }
    const { data, meta } = await listDocuments(context, sales, invoices.list, query as never)
    const by = [...(orders[key] as string).split(', '), 'document.id'].map((column) => `${column} ${direction}`)
    const plain = await plainly(db, { today, order: by.join(', '), customer, keyword }, (page - 1) * 10)
    const ids = (data as { id: number }[]).map(({ id }) => id)
    expect({ ids, total: meta?.total }, JSON.stringify({ query, today })).toEqual(plain)
    return ids.length
  })
}

async function plainly(db: TenantDatabase, { today, order, customer, keyword }: Asked, offset: number) {
  const found = sql`FROM documents AS document
    JOIN parties AS party ON party.organization_id = document.organization_id AND party.id = document.party_id
    WHERE document.organization_id = ${ground.organization} AND document.kind = 'invoice' AND document.state = 'posted'
      AND document.settled < document.total AND document.due_date < ${today}::date
      ${customer ? sql`AND party.id = ${customer}` : sql``}
      ${keyword ? sql`AND (party.search_text LIKE ${`%${keyword.toLowerCase()}%`} OR document.search_text LIKE ${`%${keyword.toLowerCase()}%`})` : sql``}`
  const { rows } = await sql<{
    id: number
  }>`SELECT document.id ${found} ORDER BY ${sql.raw(order)} LIMIT 10 OFFSET ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*) AS total ${found}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]?.total }
}

const terms: Record<string, string> = {
  'of one term': 'document_date + 30',
  'of a few terms': 'document_date + (ARRAY[0, 7, 30, 30, 90])[1 + id % 5]',
  'each of its own term': 'document_date + (id * 7919 % 400)::integer',
  'due on a few days': `date_trunc('quarter', document_date)::date + 100`,
}
test.each(Object.entries(terms))('overdue rows are paged exactly: %s', async (_, due) => {
  await superuser.query(`UPDATE documents SET due_date = ${due} WHERE kind = 'invoice'`)
  const { rows } = await superuser.query(`SELECT max(document_date)::text AS day FROM documents WHERE kind = 'invoice'`)
  let seen = 0
  for (let round = 0; round < 60; round++) seen += await compare(new Date(rows[0].day))
  expect(seen).toBeGreaterThan(150)
})
