import { beforeAll, expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Stock that is sold slowly (decision 0262): when it was last sold, how much in the period, and how long it lasts.

let app: TestApp
let owner: Organization
let never: number
let slow: number
let quick: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  expectOk(await owner.post(`/products/${owner.ids.goods}`, { ...(await productOf(owner.ids.goods)), quantity: '0' }))
  never = await stockedProduct(owner, 5, '10', daysAgo(90))
  slow = await stockedProduct(owner, 10, '10', daysAgo(90))
  quick = await stockedProduct(owner, 100, '10', daysAgo(90))
})
const productOf = async (id: number) => expectOk(await owner.get(`/products/${id}`)).body.data
const sale = (product_id: number, quantity: number, days: number) =>
  idOf(
    owner.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date: daysAgo(days),
        due_date: today(),
        items: [{ product_id, quantity, price: 60, tax_rate: 15 }],
      }),
    ),
  )
type Row = { key: string; texts: Record<string, string | null>; figures: Record<string, number | null> }
const report = async (from: string, to: string): Promise<Row[]> =>
  expectOk(await owner.get(`/reports/slow-moving-stock?from=${from}&to=${to}`)).body.data.rows
const rowOf = (rows: readonly Row[], id: number) => rows.find(({ key }) => key === `product:${id}`)

test('says when a product was last sold, how much in the period, and how long it lasts; what was never sold is first', async () => {
  await sale(slow, 1, 60)
  await sale(quick, 20, 10)
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id: quick, quantity: 5, price: 60 }])
  const items = [{ order_line_id: order.ids[0], quantity: 5 }]
  expectOk(await owner.post('/delivery-notes', { note_date: daysAgo(4), items }))
  const rows = await report(daysAgo(29), today())
  expect(rows.map(({ key }) => key)).toEqual([never, slow, quick].map((id) => `product:${id}`).concat('total'))
  expect(rowOf(rows, never)).toMatchObject({
    texts: { last_sold: null },
    figures: { quantity: 5, value: 50, days_unsold: null, sold_quantity: 0, months_of_stock: null },
  })
  expect(rowOf(rows, slow)?.figures).toMatchObject({ quantity: 9, days_unsold: 60, sold_quantity: 0 })
  expect(rowOf(rows, quick)).toMatchObject({
    texts: { last_sold: daysAgo(4) },
    figures: { quantity: 75, value: 750, days_unsold: 4, sold_quantity: 25, months_of_stock: 3 },
  })
  expect(rows.at(-1)?.figures.value).toBe(890)
})

test('is of a past day: what was sold later is still there', async () => {
  const rows = await report(daysAgo(70), daysAgo(20))
  expect(rowOf(rows, quick)?.figures).toMatchObject({ quantity: 100, days_unsold: null, sold_quantity: 0 })
  expect(rowOf(rows, slow)?.figures).toMatchObject({ quantity: 9, days_unsold: 40, sold_quantity: 1 })
})

test('a sale that was voided sold nothing, and what comes back is taken off', async () => {
  const voided = await sale(slow, 3, 8)
  expectOk(await owner.remove(`/invoices/${voided}`))
  expect(rowOf(await report(daysAgo(29), today()), slow)?.figures).toMatchObject({ days_unsold: 60, sold_quantity: 0 })
  const sold = await sale(slow, 4, 6)
  const note = { note_date: daysAgo(5), reason: 'إرجاع', lines: [{ line_number: 1, quantity: 3 }] }
  expectOk(await owner.post(`/invoices/${sold}/credit-note`, note))
  expect(rowOf(await report(daysAgo(29), today()), slow)?.figures).toMatchObject({
    quantity: 8,
    days_unsold: 6,
    sold_quantity: 1,
  })
})

test('is read with a permission of its own', async () => {
  const clerk = await clientWith(app, owner, ['list-reports'])
  expect((await clerk.get('/reports/slow-moving-stock')).status).toBe(403)
})
