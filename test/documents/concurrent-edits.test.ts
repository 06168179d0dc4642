import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type Reply } from '../harness/api.ts'
import { bodies, journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { untilWaiting } from '../harness/waiting.ts'

// Concurrent edits of one record: the second user sees the result of the first, not the earlier version. The invariants
// run after the file.

const app = await createTestApp()
let owner: Organization
const thisYear = Number(today().slice(0, 4))
const lastYear = { date: `${thisYear - 1}-05-05`, due: `${thisYear - 1}-05-06` }
beforeAll(async () => {
  owner = await createOrganization(app)
  const year = `${thisYear - 1}`
  const body = { name: year, type: 'yearly', started_at: `${year}-01-01`, ended_at: `${year}-12-31` }
  const id = await idOf(owner.post('/accounting/financial-years', body))
  expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' }))
})

/** Both wait for the row; the first gets it first. */
function oneAfterTheOther(table: string, id: number, first: () => Promise<Reply>, second: () => Promise<Reply>) {
  return withSuperuser(app, async (client) => {
    await client.query('BEGIN')
    await client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id])
    const early = first()
    await untilWaiting(client, 1)
    const late = second()
    await untilWaiting(client, 2)
    await client.query('COMMIT')
    return Promise.all([early, late])
  })
}

test('a draft that was confirmed is not deleted', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 0, tax_rate: 15 }]
  const id = await idOf(owner.post('/invoices', invoiceBody(owner, { items, status: 'draft' })))
  const [confirmed, removed] = await oneAfterTheOther(
    'documents',
    id,
    () => owner.post(`/invoices/${id}/confirm`),
    () => owner.remove(`/invoices/${id}`),
  )
  expectOk(confirmed)
  expect(removed.status).toBe(409)
  expect(expectOk(await owner.get(`/invoices/${id}`)).body.data.status).toBe('paid')
})

const records = [
  ['documents', '/invoices', 'invoice_date', () => invoiceBody(owner)],
  ['documents', '/customs-declarations', 'declaration_date', () => bodies.customsDeclarations(owner)],
  ['payments', '/accounting/income-payments', 'payment_date', () => paymentBody(owner)],
  ['manual_entries', '/accounting/journal-entries', 'journal_date', () => journalBody(owner)],
  [
    'stock_counts',
    '/inventory/counts',
    'count_date',
    () => ({
      count_date: today(),
      branch_id: owner.ids.branch,
      lines: [{ product_id: owner.ids.goods, counted: 1001 }],
    }),
  ],
] as const

test.each(records)(
  'of %s at %s, what was moved into another year is not voided in the one it was in',
  async (table, path, dateField, bodyOf) => {
    const body = (await bodyOf()) as Record<string, unknown>
    const id = await idOf(owner.post(path, body))
    const { due_date: _, ...rest } = body
    const moved = { ...rest, [dateField]: lastYear.date, ...('due_date' in body && { due_date: lastYear.due }) }
    const [corrected, removed] = await oneAfterTheOther(
      table,
      id,
      () => owner.post(`${path}/${id}`, moved),
      () => owner.remove(`${path}/${id}`),
    )
    expectOk(corrected)
    expect(removed.status).toBe(409)
    expectOk(await owner.remove(`${path}/${id}`))
  },
)
