import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

const quick = (body: Record<string, unknown>) => owner.post('/invoices/quick', body)
const product = async (change: Record<string, unknown>) =>
  idOf(owner.post('/products', { ...(await bodies.products(owner)), product_type_id: 2, ...change }))

test('a customer and a product make an invoice: number, days, branch, currency, tax, quantity and price follow', async () => {
  const customer_id = await idOf(
    owner.post('/customers', { ...(await bodies.customers(owner)), payment_terms_days: 30 }),
  )
  const product_id = await product({ sale_price: '200' })
  const { data, message } = expectOk(await quick({ customer_id, items: [{ product_id }] })).body
  expect(message).toBeTruthy()
  expect(data).toMatchObject({
    status: 'confirmed',
    invoice_date: today(),
    due_date: addDays(today(), 30),
    branch_id: owner.ids.branch,
    currency_id: owner.ids.currency,
    tax_id: owner.ids.tax,
    subtotal: 200,
    tax: 30,
    total: 230,
  })
  const next = expectOk(await quick({ customer_id, items: [{ product_id, quantity: 3, price: 10 }] })).body.data
  expect(next.total).toBe(34.5)
  expect([data.invoice_number, next.invoice_number].map((number) => Number(number.slice(-6)))).toEqual([1, 2])
})

test('what is named is kept, and terms count from the day of the invoice', async () => {
  const customer_id = await idOf(
    owner.post('/customers', { ...(await bodies.customers(owner)), payment_terms_days: 7 }),
  )
  const invoice_date = addDays(today(), -1)
  const given = { customer_id, invoice_date, status: 'draft', notes: 'ملاحظة' }
  const { data } = expectOk(await quick({ ...given, items: [{ product_id: owner.ids.service, price: 50 }] })).body
  expect(data).toMatchObject({ ...given, due_date: addDays(invoice_date, 7), total: 57.5 })
})

test('a product without tax bears none', async () => {
  const product_id = await product({ sale_price: '100', apply_tax: false })
  const items = [{ product_id }, { product_id: owner.ids.service, price: 100 }]
  const { data } = expectOk(await quick({ customer_id: owner.ids.customer, items, status: 'draft' })).body
  expect(data).toMatchObject({ subtotal: 200, tax: 15 })
})

test('what has no single default is required: a price, the tax of a sale abroad, one of two branches', async () => {
  const free = await product({ sale_price: '0' })
  const refused = await quick({ customer_id: owner.ids.customer, items: [{ product_id: free }] })
  expect(refused.body.errors).toEqual({ 'items.0.price': expect.any(String) })
  const abroad = await idOf(owner.post('/customers', { ...(await bodies.customers(owner)), country_id: 2 }))
  const items = [{ product_id: owner.ids.service, price: 10 }]
  const { body } = await quick({ customer_id: abroad, items })
  expect(body).toMatchObject({ code: 'invalid_input', errors: { tax_id: expect.any(String) } })
  await idOf(owner.post('/branches', await bodies.branches(owner)))
  expect(Object.keys((await quick({ customer_id: owner.ids.customer, items })).body.errors)).toEqual(['branch_id'])
  const empty = await quick({ customer_id: owner.ids.customer, items, branch_id: '' })
  expect(Object.keys(empty.body.errors)).toEqual(['branch_id'])
  expectOk(await quick({ customer_id: owner.ids.customer, items, branch_id: owner.ids.branch }))
})

test('unknown records are refused by the rule of invoices', async () => {
  const { body } = await quick({
    customer_id: 999_999,
    branch_id: owner.ids.branch,
    tax_id: owner.ids.tax,
    items: [{ product_id: 999_998, price: 1 }],
  })
  expect(Object.keys(body.errors).sort()).toEqual(['customer_id', 'items.0.product_id'])
})
