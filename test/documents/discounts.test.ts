import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { decimal, sum, text } from '#ledger/money.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Discounts of rows and of documents are taken before tax and posted net; prices with tax come to the same as without. The invariants run
// after the file: every document adds up to its rows and taxes, in every currency.

let owner: Organization
let calls: ReturnType<typeof callsOf>
let exports: number
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
  const taxes = (await calls.get('/taxes?per_page=50')) as { id: number; treatment: string }[]
  exports = taxes.find((tax) => tax.treatment === 'exports')?.id as number
})
const row = (price: number | string, more: object = {}) => ({
  product_id: owner.ids.service,
  quantity: 1,
  price,
  tax_rate: 15,
  ...more,
})
const untaxed = (price: number | string, more: object = {}) => row(price, { tax_id: exports, tax_rate: 0, ...more })
const invoice = (items: object[], more: object = {}) => calls.post('/invoices', invoiceBody(owner, { items, ...more }))
/** The lines of a document's entry, as the journal shows them. */
const entryOf = async (number: string) => {
  const rows = (await calls.get('/reports/journal')).rows as { style: string; label: { code: string | null } }[]
  const start = rows.findIndex(({ label }) => label?.code === number)
  return JSON.stringify(rows.slice(start + 1, start + 4))
}

test('of rows, by amount and by percent', async () => {
  const read = await invoice([row(100, { discount_amount: 10 }), row(50, { discount_percent: 20, quantity: 2 })])
  expect(read).toMatchObject({ subtotal: 170, tax: 25.5, total: 195.5, discount: 0 })
  expect(read.items).toMatchObject([
    { discount_amount: 10, discount_percent: null, discount: 10, net: 90, tax: 13.5, total: 103.5 },
    { discount_amount: null, discount_percent: 20, discount: 20, net: 80, tax: 12, total: 92 },
  ])
  expect(await calls.get(`/invoices/${read.id}`)).toMatchObject({ items: read.items, taxes: read.taxes })
})

test('a zero next to the other one is no discount, on a row and on the document', async () => {
  const items = [
    row(50, { discount_amount: 0, discount_percent: 20 }),
    row(50, { discount_amount: '10.00', discount_percent: '0.00' }),
  ]
  const read = await invoice(items, { discount_amount: '0', discount_percent: 10 })
  expect(read).toMatchObject({ discount_amount: null, discount_percent: 10, subtotal: 72, discount: 8 })
  expect(read.items).toMatchObject([
    { discount_amount: null, discount_percent: 20, net: 40 },
    { discount_amount: 10, discount_percent: null, net: 40 },
  ])
})

test('of the whole document, spread over its taxes', async () => {
  const read = await invoice([row(100), untaxed(50)], { discount_amount: 15 })
  expect(read).toMatchObject({ subtotal: 135, discount: 15, tax: 13.5, total: 148.5, discount_amount: 15 })
  expect(read.taxes).toMatchObject([
    { category: 'S', base: 90, discount: 10, tax: 13.5 },
    { category: 'Z', base: 45, discount: 5, tax: 0 },
  ])
  // The rows say what they came to before it.
  expect(read.items).toMatchObject([
    { net: 100, tax: 15, total: 115, discount_share: 10 },
    { net: 50, tax: 0, total: 50, discount_share: 5 },
  ])
})

test('posted net: income is after discounts', async () => {
  const body = invoiceBody(owner, { items: [row(1000, { discount_percent: 25 })], discount_amount: 50 })
  const { invoice_number } = await calls.post('/invoices', body)
  expect(await entryOf(invoice_number)).toContain('700')
})

test('a bill with discounts brings its goods in at what they cost', async () => {
  const items = [{ product_id: owner.ids.goods, quantity: 10, price: 60, tax_rate: 15, discount_amount: 100 }]
  const read = await calls.post('/bills', billBody(owner, { items, discount_percent: 10 }))
  expect(read).toMatchObject({ subtotal: 450, discount: 50, tax: 67.5, total: 517.5 })
})

describe('refuses', () => {
  test.each([
    ['an amount and a percentage', { discount_amount: 1, discount_percent: 1 }],
    ['more than the row', { discount_amount: 100.01 }],
    ['finer than the currency', { discount_amount: 1.001 }],
  ])('%s on a row and on the document', async (_, discount) => {
    const ofRow = invoiceBody(owner, { items: [row(100, discount)] })
    expect(await calls.errors('/invoices', ofRow)).toHaveProperty(['items.0.discount_amount'])
    const whole = invoiceBody(owner, { items: [row(100)], ...discount })
    expect(await calls.errors('/invoices', whole)).toHaveProperty('discount_amount')
  })
  test('a percentage above a hundred', async () => {
    const body = invoiceBody(owner, { items: [row(100, { discount_percent: 101 })] })
    expect(await calls.errors('/invoices', body)).toHaveProperty(['items.0.discount_percent'])
  })
})

describe('credit notes', () => {
  const credit = (id: number, lines: object[]) =>
    calls.post(`/invoices/${id}/credit-note`, { note_date: today(), reason: 'مرتجع', lines })

  test('a partial note takes its part of the discounts, and all parts sum to the whole', async () => {
    const { id, total } = await invoice([row(10, { quantity: 3, discount_amount: 2 }), untaxed(7)], {
      discount_amount: 1,
    })
    const parts = [await credit(id, [{ line_number: 1, quantity: 1 }])]
    expect(parts[0].items[0]).toMatchObject({ quantity: 1, price: 10, discount: expect.any(Number) })
    expect(parts[0].items[0].price - parts[0].items[0].discount).toBeCloseTo(parts[0].items[0].net, 8)
    parts.push(await credit(id, [{ line_number: 1, quantity: 1 }]))
    parts.push(
      await credit(id, [
        { line_number: 1, quantity: 1 },
        { line_number: 2, quantity: 1 },
      ]),
    )
    expect(text(sum(parts.map((note) => note.total)))).toBe(text(decimal(total)))
  })

  test('an invoice priced with tax is credited without it, to the same halala', async () => {
    const { id, total } = await invoice([row(115, { quantity: 2 })], { prices_include_tax: true })
    expect(total).toBe(230)
    const note = await credit(id, [{ line_number: 1, quantity: 1 }])
    expect(note).toMatchObject({ subtotal: 100, tax: 15, total: 115, prices_include_tax: false })
  })
})

describe('prices with tax', () => {
  test('a switch of the document', async () => {
    const read = await invoice([row(115), untaxed(20)], { prices_include_tax: true })
    expect(read).toMatchObject({ subtotal: 120, tax: 15, total: 135, prices_include_tax: true })
    expect(read.items).toMatchObject([
      { price: 115, net_price: 100, net: 100, total: 115 },
      { price: 20, net_price: 20, net: 20, total: 20 },
    ])
  })

  test('the usual of the organisation, which a document may leave', async () => {
    const profile = await calls.get('/organization/show')
    const { version: _, ...settings } = profile
    await calls.post('/organization/update', { ...settings, prices_include_tax: true })
    const usual = await invoice([row(115)])
    expect(usual).toMatchObject({ subtotal: 100, total: 115, prices_include_tax: true })
    expect(await invoice([row(115)], { prices_include_tax: false })).toMatchObject({ subtotal: 115, total: 132.25 })
    await calls.post('/organization/update', { ...settings, prices_include_tax: false })
    // Written documents stay unchanged.
    const { invoice_number } = usual
    const body = invoiceBody(owner, { items: [row(230)], invoice_number })
    expect(await calls.post(`/invoices/${usual.id}`, body)).toMatchObject({ subtotal: 200, prices_include_tax: true })
  })
})

test('an edit without discount fields keeps the discounts, and posts nothing on a paid invoice', async () => {
  const items = [row(100, { discount_amount: 10 })]
  const { id, invoice_number, total } = await invoice(items, { discount_percent: 50 })
  expect(total).toBe(51.75)
  const payment = paymentBody(owner, { amount: 51.75, references: [{ reference_id: id, amount: 51.75 }] })
  await calls.post('/accounting/income-payments', payment)
  const edited = invoiceBody(owner, { items: [row(100)], invoice_number, notes: 'ملاحظة' })
  expect(await calls.post(`/invoices/${id}`, edited)).toMatchObject({ total: 51.75, notes: 'ملاحظة', status: 'paid' })
  const other = { ...edited, discount_percent: '' }
  expect((await owner.post(`/invoices/${id}`, other)).status).toBe(422)
})

test('drafts keep the entered discounts', async () => {
  const draft = { status: 'draft', discount_percent: 10, prices_include_tax: true }
  const read = await invoice([row(115, { discount_amount: 15 })], draft)
  const confirmed = await calls.post(`/invoices/${read.id}/confirm`, {})
  for (const name of ['total', 'subtotal', 'discount', 'items', 'taxes', 'discount_percent', 'prices_include_tax'])
    expect([name, confirmed[name]]).toEqual([name, read[name]])
})

describe('who the buyer is', () => {
  const customer = (type: string) =>
    idOf(owner.post('/customers', { name: `عميل ${type}`, email: 'b@example.sa', type, status: 'active' }))
  test.each([
    ['individual', undefined, 'simplified'],
    ['company', undefined, 'standard'],
    ['establishment', undefined, 'standard'],
    ['company', 'simplified', 'simplified'],
    ['individual', 'standard', 'standard'],
  ])('%s, entered as %s: %s', async (type, audience, expected) => {
    const customer_id = await customer(type)
    const read = await invoice([row(10)], { customer_id, ...(audience && { audience }) })
    expect(read.audience).toBe(expected)
    const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: 1 }] }
    expect((await calls.post(`/invoices/${read.id}/credit-note`, note)).audience).toBe(expected)
  })
  test('a draft follows the buyer until it is posted, then it is recorded', async () => {
    const customer_id = await customer('individual')
    const draft = await invoice([row(10)], { customer_id, status: 'draft' })
    expect(draft.audience).toBeNull()
    expect(await calls.post(`/invoices/${draft.id}/confirm`, {})).toMatchObject({ audience: 'simplified' })
    await calls.post(`/customers/${customer_id}`, {
      name: 'عميل',
      email: 'b@example.sa',
      type: 'company',
      status: 'active',
    })
    expect(await calls.get(`/invoices/${draft.id}`)).toMatchObject({ audience: 'simplified' })
  })
  test('a bill has no document discount', async () => {
    expect((await owner.post('/bills', billBody(owner, { audience: 'standard' }))).status).toBe(422)
    expect(await calls.post('/bills', billBody(owner))).toMatchObject({ audience: null })
  })
})

test('a discounted document is posted and credited completely, in every currency and price mode', async () => {
  const cents = (max: number) => fc.integer({ min: 1, max }).map((units) => text(decimal(`${units}e-2`)))
  const percent = fc.integer({ min: 0, max: 9999 }).map((units) => text(decimal(`${units}e-2`)))
  const item = fc.record({
    price: cents(99_999),
    quantity: fc.integer({ min: 1, max: 9 }),
    discount_percent: percent,
    isTaxed: fc.boolean(),
  })
  const documents = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    discount_percent: percent,
    prices_include_tax: fc.boolean(),
    isForeign: fc.boolean(),
  })
  const dollar = ((await calls.get('/currencies/list')) as { id: number; code: string }[]).find(
    ({ code }) => code === 'USD',
  )
  await fc.assert(
    fc.asyncProperty(documents, async ({ items, isForeign, ...more }) => {
      const rows = items.map(({ isTaxed, ...given }) =>
        isTaxed ? row(given.price, given) : untaxed(given.price, given),
      )
      const read = await invoice(rows, { ...more, ...(isForeign && { currency_id: dollar?.id }) })
      const left = read.items.flatMap(({ line_number, quantity, net, discount_share }: Record<string, number>) =>
        net === discount_share ? [] : [{ line_number, quantity }],
      )
      if (left.length === 0) return
      const note = { note_date: today(), reason: 'إلغاء', lines: left }
      const credited = await calls.post(`/invoices/${read.id}/credit-note`, note)
      expect([credited.subtotal, credited.tax, credited.tax_base]).toEqual([read.subtotal, read.tax, read.tax_base])
    }),
    { numRuns: 25 },
  )
})

test('removing a row removes its discount: the rows below keep theirs', async () => {
  const { id, invoice_number } = await invoice([row(100, { discount_amount: 10 }), row(50)])
  const sent = invoiceBody(owner, { invoice_number, items: [row(50)] })
  const read = await calls.post(`/invoices/${id}`, sent)
  expect(read).toMatchObject({ subtotal: 50, items: [{ discount_amount: null, net: 50 }] })
})
