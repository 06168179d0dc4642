import { tmpdir } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fill } from '../../bench/fill.ts'
import type { Ground } from '../../bench/ground.ts'
import { layGround } from '../../bench/seed-database.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { type Body, billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Writes cost the same among few documents and among many. Connections keep plans from the time when the organisation
// was small next to its neighbours, and plans of triggers and foreign keys do not appear in EXPLAIN: so the rows the
// database reports as read are counted.

let app: TestApp
let owner: Organization
let post: ReturnType<typeof callsOf>['post']
const more = 150
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  post = callsOf(owner).post
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  const [neighbour] = (await layGround(config, app.roles.app, ['big'])) as [Ground]
  await withSuperuser(app, (client) => fill(client, neighbour, 2000))
})

const goods = (quantity: number) => [{ product_id: owner.ids.goods, quantity, price: 100, tax_rate: 15 }]
const invoice = (): Promise<{ id: number; invoice_number: string }> =>
  post('/invoices', invoiceBody(owner, { items: goods(1) }))
const bill = (): Promise<{ id: number }> => post('/bills', billBody(owner, { items: goods(2) }))
const part = (reference_id: number, amount: number) => ({ reference_id, amount })
const receive = (amount: number, references: Body[] = []) =>
  post('/accounting/income-payments', paymentBody(owner, { amount, references }))
const pay = (amount: number, references: Body[] = []) => {
  const { customer_id: _, ...rest } = paymentBody(owner, { amount, references })
  return post('/accounting/expense-payments', { ...rest, supplier_id: owner.ids.supplier })
}
const note = (amount: number) => ({ note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount }] })
const returned = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
const removed = async (path: string) => expectOk(await owner.remove(path))

const acts: Record<string, () => Promise<unknown>> = {
  'an invoice, corrected and taken back': async () => {
    const { id, invoice_number } = await invoice()
    await post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, items: goods(2) }))
    await removed(`/invoices/${id}`)
  },
  'a draft that is confirmed': async () => {
    const { id } = await post('/invoices', invoiceBody(owner, { status: 'draft' }))
    await post(`/invoices/${id}/confirm`, {})
  },
  'a receipt, corrected, taken off and put on again': async () => {
    const { id } = await invoice()
    const { id: received } = await receive(100, [part(id, 60)])
    await post(`/accounting/income-payments/${received}/allocate`, { references: [part(id, 55)] }).catch(() => {})
    await post(`/accounting/income-payments/${received}/unallocate`, { reference_id: id })
    await post(`/accounting/income-payments/${received}/allocate`, { references: [part(id, 100)] })
    await removed(`/accounting/income-payments/${received}`)
  },
  'an advance that is refunded in part': async () => {
    const { id } = await receive(100)
    const refund = { refund_date: today(), amount: 40, payment_method_id: owner.ids.method }
    await post(`/accounting/income-payments/${id}/refund`, refund)
  },
  'notes on an invoice': async () => {
    const { id } = await invoice()
    await post(`/invoices/${id}/credit-note`, returned)
    await post(`/invoices/${id}/debit-note`, note(10))
  },
  'a debt that is given up': async () => {
    const { id } = await invoice()
    await post(`/invoices/${id}/write-off`, { write_off_date: today(), amount: 15, reason: 'تعذر التحصيل' })
  },
  'a bill, its payment and its credit': async () => {
    const { id } = await bill()
    await pay(50, [part(id, 30)])
    await post(`/bills/${id}/supplier-credit`, returned)
  },
  'a set-off': async () => {
    const [sold, bought] = [await invoice(), await bill()]
    const parties = { customer_id: owner.ids.customer, supplier_id: owner.ids.supplier }
    await post('/accounting/set-offs', {
      set_off_date: today(),
      ...parties,
      branch_id: owner.ids.branch,
      currency_id: 1,
      receivables: [part(sold.id, 20)],
      payables: [part(bought.id, 20)],
    })
  },
  'a journal entry, corrected and taken back': async () => {
    const { id, journal_number } = await post('/accounting/journal-entries', await journalBody(owner))
    const lines = ((await journalBody(owner)).lines as Body[]).map((line) => ({
      ...line,
      ...(line.debit ? { debit: 90 } : { credit: 90 }),
    }))
    await post(`/accounting/journal-entries/${id}`, await journalBody(owner, { journal_number, lines }))
    await removed(`/accounting/journal-entries/${id}`)
  },
  'a count': async () => {
    const product_id = (await post('/products', { ...(await bodies.products(owner)), quantity: '5' })).id
    await post('/inventory/counts', { ...(await bodies.stockCounts(owner)), lines: [{ product_id, counted: '3' }] })
  },
  'customs and an advance invoice': async () => {
    await post('/customs-declarations', await bodies.customsDeclarations(owner))
    await post('/advance-invoices', await bodies.advanceInvoices(owner))
  },
}

/** How many rows each table returned, by the database's own statistics. */
async function rowsRead(act: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await counted()
  await act()
  return new Map([...(await counted())].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
}

/**
 * Every connection first reports what it has counted for itself, the one that filled the books included: without force
 * PostgreSQL puts off a report while another connection holds the lock of its table.
 */
async function counted(): Promise<Map<string, number>> {
  const { pool } = app.app.services
  const all = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const connection of all) {
    await connection.query('SELECT pg_stat_force_next_flush()')
    connection.release()
  }
  return withSuperuser(app, async (client) => {
    await client.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await client.query(
      // Rows that live: an index still holds those of the past until they are swept, more of them on a busy machine.
      'SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_user_tables',
    )
    return new Map(rows.map(({ relname, read }) => [relname, Number(read)]))
  })
}

test('writes read no more rows when more rows exist', { timeout: 120_000 }, async () => {
  for (const act of Object.values(acts)) await act()
  await withSuperuser(app, (client) => client.query('ANALYZE'))
  for (const act of Object.values(acts)) await act()
  const few: Record<string, Map<string, number>> = {}
  for (const [name, act] of Object.entries(acts)) few[name] = await rowsRead(act)
  for (let made = 0; made < more; made += 5) {
    await Promise.all([invoice(), invoice(), bill(), receive(10), pay(10)])
    await post('/accounting/journal-entries', await journalBody(owner))
  }
  const found: Record<string, unknown> = {}
  for (const [name, act] of Object.entries(acts)) {
    const grown = [...(await rowsRead(act))]
      .map(([table, rows]) => ({ table, few: few[name]?.get(table) ?? 0, many: rows }))
      .filter(({ few, many }) => many > few + 20)
    if (grown.length > 0) found[name] = grown
  }
  expect(found).toEqual({})
})
