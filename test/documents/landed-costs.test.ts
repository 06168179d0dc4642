import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Freight and other costs that goods bear, through the API.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
type Item = [product: number, quantity: number, price: number]
const itemsOf = (items: Item[]) =>
  items.map(([product_id, quantity, price]) => ({ product_id, quantity, price, tax_rate: 15 }))
const bill = async (...items: Item[]) => (await post('/bills', billBody(owner, { items: itemsOf(items) }))).id as number
const freight = (price: number) => bill([owner.ids.service, 1, price])
const product = async () => (await post('/products', { ...(await bodies.products(owner)), quantity: '0' })).id as number
const sell = (...items: Item[]) => post('/invoices', invoiceBody(owner, { items: itemsOf(items) }))
const rowsOf = (bill_id: number, ...lines: number[]) => lines.map((line_number) => ({ bill_id, line_number }))
const land = (of: number, change: object) =>
  owner.post(`/bills/${of}/landed-costs`, { line_number: 1, date: today(), basis: 'value', ...change })
const landed = async (of: number, change: object) => expectOk(await land(of, change)).body.data.landed
const refusal = ({ status, headers, body }: Awaited<ReturnType<typeof land>>) =>
  [status, headers.refusal, ...Object.keys(body.errors)].join(' ')
const cardOf = async (id: number) => (await get(`/reports/stock-card?product_id=${id}`)).rows.at(-1).figures

test('V66, accounting rule 2.1-6: three equal rows bear a hundred to the halala, and what was sold is a price variance', async () => {
  const [one, two, three] = [await product(), await product(), await product()]
  const goods = await bill([one, 3, 10], [two, 3, 10], [three, 3, 10])
  await sell([two, 2, 50], [three, 3, 50])
  const cost = await freight(100)
  let made: { id: number; goods: { amount: number; stock_amount: number }[] }[] = []
  const entries = await movedBy(app, owner, async () => {
    made = await landed(cost, { goods: rowsOf(goods, 1, 2, 3) })
  })
  expect(made[0]?.goods.map(({ amount, stock_amount }) => [amount, stock_amount])).toEqual([
    [33.34, 33.34],
    [33.33, 11.11],
    [33.33, 0],
  ])
  expect(entries.toSorted()).toEqual(['EXP_DEFAULT C100', 'INV D44.45', 'PPV D55.55'])
  expect(await cardOf(one)).toMatchObject({ stock_balance_quantity: 3, stock_balance_value: 63.34 })
  const card = await get(`/reports/stock-card?product_id=${one}`)
  expect(card.rows.at(-2).link).toEqual({ to: 'bill', query: { id: cost } })
  const history = await get(`/bills/${cost}/entries`)
  expect(history.map(({ called }: { called: string }) => called)).toEqual(['bill', 'landed_cost'])
})

test('by quantity or by weight, rows of one product share what is on hand, and what went back bears nothing', async () => {
  const id = await product()
  const goods = await bill([id, 6, 10], [id, 4, 20])
  expectOk(
    await owner.post(`/bills/${goods}/supplier-credit`, {
      note_date: today(),
      reason: 'مرتجع',
      lines: [{ line_number: 1, quantity: 2 }],
    }),
  )
  await sell([id, 4, 50])
  const [first] = await landed(await freight(80), { basis: 'quantity', goods: rowsOf(goods, 1, 2) })
  expect(first).toMatchObject({ stock_amount: 40, goods: [{ amount: 40, quantity: 4 }, { amount: 40 }] })
  const weighed = rowsOf(goods, 1, 2).map((row, index) => ({ ...row, weight: [1, 3][index] }))
  const [second] = await landed(await freight(80), { basis: 'weight', goods: weighed })
  expect(second.goods.map(({ amount }: { amount: number }) => amount)).toEqual([20, 60])
})

test('a cost that is taken back leaves nothing, and its bill is free again', async () => {
  const id = await product()
  const goods = await bill([id, 5, 10])
  const cost = await freight(25)
  const [{ id: own }] = await landed(cost, { goods: rowsOf(goods, 1) })
  expect(refusal(await land(cost, { goods: rowsOf(goods, 1) }))).toBe('422 row_landed line_number')
  for (const held of [cost, goods]) {
    expect((await owner.remove(`/bills/${held}`)).headers.refusal).toBe('has_landed_costs')
    expect(await get(`/bills/${held}`)).toMatchObject({ locked_because: 'has_landed_costs' })
  }
  const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: 5 }] }
  const credited = await owner.post(`/bills/${cost}/supplier-credit`, note)
  expect(credited.headers.refusal).toBe('landed_row')
  expectOk(await owner.post(`/landed-costs/${own}/void`))
  expect((await owner.post(`/landed-costs/${own}/void`)).headers.refusal).toBe('landed_taken_back')
  expect(await cardOf(id)).toMatchObject({ stock_balance_value: 50 })
  expectOk(await owner.post(`/bills/${cost}/supplier-credit`, note))
  const [again] = await landed(cost, { goods: rowsOf(goods, 1) })
  expect(again.amount).toBe(20)
  await sell([id, 5, 50])
  expect((await owner.post(`/landed-costs/${again.id}/void`)).headers.refusal).toBe('landed_moved_on')
})

test('goods of a receipt bear a cost before their bill, and the receipt cannot be voided meanwhile', async () => {
  const { ids } = owner
  const head = { order_date: today(), supplier_id: ids.supplier, branch_id: ids.branch }
  const items = itemsOf([[await product(), 4, 10]])
  const order = await post('/purchase-orders', { ...head, currency_id: ids.currency, tax_id: ids.tax, items })
  await post(`/purchase-orders/${order.id}/confirm`, {})
  const [row] = (await get(`/purchase-orders/${order.id}`)).items
  const body = { note_date: today(), items: [{ order_line_id: row.id, quantity: 4 }] }
  const { id } = await post('/goods-receipts', body)
  const bearing = [{ goods_receipt_id: id, line_number: 1, weight: 7 }]
  const [made] = await landed(await freight(12), { basis: 'weight', goods: bearing })
  expect(made).toMatchObject({ stock_amount: 12, goods: [{ goods_receipt_id: id, weight: 7, quantity: 4 }] })
  expect((await owner.remove(`/goods-receipts/${id}`)).headers.refusal).toBe('has_landed_costs')
  expectOk(await owner.post(`/landed-costs/${made.id}/void`))
  expectOk(await owner.remove(`/goods-receipts/${id}`))
})

test('refuses on its field what cannot be spread, with the way out', async () => {
  const id = await product()
  const goods = await bill([id, 5, 10], [id, 5, 0])
  const cost = await freight(25)
  const all = rowsOf(goods, 1)
  const cases: [object, string][] = [
    [{ goods: all, line_number: 9 }, '422 row_bears_no_cost line_number'],
    [{ goods: rowsOf(goods, 7) }, '422 invalid_input goods.0.line_number'],
    [{ goods: [...all, ...all] }, '422 invalid_input goods.1.line_number'],
    [{ goods: all, basis: 'weight' }, '422 invalid_input goods.0.weight'],
    [{ goods: all.map((row) => ({ ...row, weight: 2 })) }, '422 invalid_input goods.0.weight'],
    [{ goods: rowsOf(goods, 2) }, '422 landed_without_basis basis'],
    [{ goods: all, date: `${Number(today().slice(0, 4)) - 1}-12-31` }, '422 landed_date_early date'],
    [{ goods: [] }, '422 invalid_input goods'],
  ]
  for (const [change, expected] of cases) expect(refusal(await land(cost, change))).toBe(expected)
  expect(refusal(await land(goods, { goods: all }))).toBe('422 row_bears_no_cost line_number')
  expectOk(await owner.post('/accounting/period-locks', { purchases: today() }))
  expect(refusal(await land(cost, { goods: all }))).toBe('422 period_locked date')
  expectOk(await owner.post('/accounting/period-locks', { purchases: '' }))
  const reader = await clientWith(app, owner, ['read-bill'])
  expect((await reader.post(`/bills/${cost}/landed-costs`, { goods: all })).status).toBe(403)
})

test('a preview shows the entry of the same body, and writes nothing', async () => {
  const goods = await bill([await product(), 5, 10])
  const cost = await freight(25)
  const body = { line_number: 1, date: today(), basis: 'value', goods: rowsOf(goods, 1) }
  const preview = expectOk(await owner.post(`/bills/${cost}/landed-costs/preview`, body)).body.data
  expect(preview.entries[0].lines.map((line: { debit: number; credit: number }) => line.debit ?? -line.credit)).toEqual(
    [25, -25],
  )
  expect((await get(`/bills/${cost}/landed-costs`)).landed).toEqual([])
})
