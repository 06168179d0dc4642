import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'

// A note may correct an invoice of another system (accounting rules V25 to V28 without an original document). It states the number and
// date of that invoice, has its own rows, and moves no goods.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
})

const body = (change: object = {}) => ({
  reference_number: 'OLD-2026/17',
  reference_date: '2026-01-15',
  note_date: today(),
  reason: 'خصم متفق عليه',
  reason_code: 'value_amended',
  customer_id: owner.ids.customer,
  branch_id: owner.ids.branch,
  currency_id: owner.ids.currency,
  tax_id: owner.ids.tax,
  items: [{ product_id: owner.ids.service, quantity: 2, price: 100, tax_rate: 15 }],
  ...change,
})
const { post, get } = {
  post: (path: string, sent: object = {}) => callsOf(owner).post(path, sent as never),
  get: (path: string) => callsOf(owner).get(path),
}

describe('a credit note', () => {
  test('names the other invoice, lowers sales and tax, and leaves a credit of the customer', async () => {
    const note = await post('/credit-notes', body())
    expect(note).toMatchObject({
      note_number: expect.stringMatching(/^CN-/),
      subtotal: 200,
      tax: 30,
      total: 230,
      remaining_amount: 230,
      reference: { id: null, kind: 'external', number: 'OLD-2026/17', date: '2026-01-15' },
    })
    const { rows } = await get(`/reports/trial-balance?from=${today()}&to=${today()}`)
    const moved = (rows as { style: string; figures: Record<string, number> }[])
      .filter(({ style }) => style === 'line')
      .map(({ figures }) => (figures.movement_debit ?? 0) - (figures.movement_credit ?? 0))
    // Sales returns and tax on one side, the customer's credit on the other; the opening stock comes in addition.
    expect(moved).toEqual(expect.arrayContaining([200, 30, -230]))
  })
  test('deducts its discounts before tax', async () => {
    const items = [{ product_id: owner.ids.service, quantity: 2, price: 100, tax_rate: 15, discount_percent: 10 }]
    expect(await post('/credit-notes', body({ items, discount_amount: 30 }))).toMatchObject({
      subtotal: 150,
      tax: 22.5,
    })
  })
  test('is listed and found with the number it corrects', async () => {
    const { id } = await post('/credit-notes', body())
    const [row] = await get('/credit-notes')
    expect(row).toMatchObject({ id, reference: { id: null, number: 'OLD-2026/17' } })
    expect(await get(`/credit-notes/${id}`)).toMatchObject({ reason_code: 'value_amended', applied: [] })
  })
  test('can be applied to our invoices like any credit', async () => {
    const { id, version } = await post('/credit-notes', body())
    const invoice = await post('/invoices', invoiceBody(owner))
    await post(`/credit-notes/${id}/allocate`, { references: [{ reference_id: invoice.id, amount: 230 }], version })
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ remaining_amount: 920 })
  })
  test('is voided while it is not issued, and its entry is reversed', async () => {
    const { id } = await post('/credit-notes', body())
    expectOk(await owner.remove(`/credit-notes/${id}`))
    expect(await get(`/credit-notes/${id}`)).toMatchObject({ is_void: true })
  })
  test('moves no goods', async () => {
    const before = (await get(`/products/${owner.ids.goods}`)).quantity
    await post(
      '/credit-notes',
      body({ items: [{ product_id: owner.ids.goods, quantity: 3, price: 10, tax_rate: 15 }] }),
    )
    expect((await get(`/products/${owner.ids.goods}`)).quantity).toBe(before)
  })
})

test('a debit note is an open item of the customer', async () => {
  const note = await post('/debit-notes', body())
  expect(note).toMatchObject({ total: 230, remaining_amount: 230, reference: { number: 'OLD-2026/17' } })
})

test.each([
  ['a note before the invoice it corrects', { reference_date: today(), note_date: '2026-01-01' }, 'note_date'],
  ['a missing number', { reference_number: ' ' }, 'reference_number'],
  ['a missing legal reason', { reason_code: '' }, 'reason_code'],
  ['rows that come to nothing', { items: [{ product_id: 0, quantity: 1, price: 0, tax_rate: 15 }] }, 'items.0'],
])('refuses %s', async (_, change, field) => {
  const items = (change as { items?: { product_id: number }[] }).items?.map((item) => ({
    ...item,
    product_id: owner.ids.service,
  }))
  const reply = await owner.post('/credit-notes', body({ ...change, ...(items && { items }) }))
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.errors)[0]).toContain(field)
})
