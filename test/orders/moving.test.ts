import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { orderBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, onboardingBody, signUp, today } from '../harness/organization.ts'
import { everythingOf, importPackage } from '../imports/packages.ts'

// The ZIP file of everything brings what is still open of quotations and orders.

const app = await createTestApp()

test('moves what is open of an order with its part of the discounts, and nothing that was invoiced', async () => {
  const from = await createOrganization(app)
  const { get, post } = callsOf(from)
  const rows = [
    { product_id: from.ids.service, quantity: 7, price: 100, tax_rate: 15, discount_amount: '10' },
    { product_id: from.ids.service, quantity: 2, price: 50, tax_rate: 15 },
  ]
  const body = orderBody(from, { items: rows, discount_amount: '79', po_number: 'PO 7' })
  const order = await post('/sales-orders', body)
  await post(`/sales-orders/${order.id}/confirm`, {})
  const { id } = await post(`/sales-orders/${order.id}/invoice`, {})
  const draft = await get(`/invoices/${id}`)
  // Three of seven are invoiced; the other row waits in a draft, which does not come along.
  const [row] = draft.items
  const items = [
    { product_id: row.product_id, quantity: 3, price: 100, tax_rate: 15, order_line_id: row.order_line_id },
  ]
  const head = Object.fromEntries(
    ['invoice_number', 'invoice_date', 'due_date', 'customer_id', 'branch_id', 'currency_id', 'tax_id'].map((name) => [
      name,
      draft[name],
    ]),
  )
  await post(`/invoices/${id}`, { ...head, status: 'confirmed', items, discount_amount: '' })
  await post(`/sales-orders/${order.id}/invoice`, {})
  const quotation = await post('/quotations', { ...orderBody(from), valid_until: today() })
  await post(`/quotations/${quotation.id}/send`, {})

  const to = await signUp(app)
  expectOk(await to.post('/organization/onboarding/submit', onboardingBody(to.email)))
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  const [moved] = expectOk(await to.get('/sales-orders')).body.data
  const read = expectOk(await to.get(`/sales-orders/${moved.id}`)).body.data
  // 10 − round(10 × 3 ÷ 7) = 5.71. Of 79 on 790: 3 × 690 ÷ 7 = 295.714286 are taken, and 79 − 29.57 = 49.43 left.
  expect(read).toMatchObject({
    number: order.number,
    status: 'confirmed',
    po_number: 'PO 7',
    progress: 'none',
    discount_amount: 49.43,
    items: [
      { quantity: 4, price: 100, discount_amount: 5.71 },
      { quantity: 2, price: 50, discount_amount: null },
    ],
  })
  const [offered] = expectOk(await to.get('/quotations')).body.data
  expect(offered).toMatchObject({ number: quotation.number, status: 'sent', total: quotation.total })
  expectOk(await to.post(`/imports/${done.record.id}/undo`))
})
