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

test('a part of a row is spread, the rest later over other goods, and never more than the row', async () => {
  const [one, other] = [await product(), await product()]
  const [first, second] = [await bill([one, 3, 10]), await bill([other, 7, 10])]
  const cost = await freight(100)
  const shown = async () => (await get(`/bills/${cost}/landed-costs`)).rows
  expect(await shown()).toMatchObject([{ amount: 100, left: 100 }])
  expect(refusal(await land(cost, { amount: 100.01, goods: rowsOf(first, 1) }))).toBe('422 landed_exceeds_row amount')
  expect(refusal(await land(cost, { amount: 33.333, goods: rowsOf(first, 1) }))).toBe('422 invalid_input amount')
  expect(refusal(await land(cost, { amount: 0, goods: rowsOf(first, 1) }))).toBe('422 invalid_input amount')
  const [part] = await landed(cost, { amount: 33.33, goods: rowsOf(first, 1) })
  expect(part).toMatchObject({ amount: 33.33, stock_amount: 33.33 })
  expect(await shown()).toMatchObject([{ amount: 100, left: 66.67 }])
  expect(refusal(await land(cost, { amount: 66.68, goods: rowsOf(second, 1) }))).toBe('422 landed_exceeds_row amount')
  const answers = await Promise.all([1, 2, 3].map(() => land(cost, { amount: 50, goods: rowsOf(second, 1) })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  await landed(cost, { goods: rowsOf(second, 1) })
  expect(await shown()).toEqual([])
  expect(await cardOf(other)).toMatchObject({ stock_balance_value: 136.67 })
  expectOk(await owner.post(`/landed-costs/${part.id}/void`))
  expect(await shown()).toMatchObject([{ left: 33.33 }])
})

test('by the weight of products, exact to six decimals, where none is typed', async () => {
  const heavy = async (weight: string) =>
    (await post('/products', { ...(await bodies.products(owner)), quantity: '0', weight })).id as number
  const [one, other] = [await heavy('0.000001'), await heavy('0.000003')]
  const goods = await bill([one, 5, 10], [other, 5, 10])
  const [{ goods: shared }] = await landed(await freight(0.2), { basis: 'weight', goods: rowsOf(goods, 1, 2) })
  expect(shared.map(({ amount, weight }: { amount: number; weight: number }) => [amount, weight])).toEqual([
    [0.05, 0.000005],
    [0.15, 0.000015],
  ])
  // What is typed of a row counts before the weight of its product.
  const typed = rowsOf(goods, 1, 2).map((row, index) => ({ ...row, ...(index === 0 && { weight: '0.000045' }) }))
  const [, second] = [0, await landed(await freight(0.4), { basis: 'weight', goods: typed })]
  expect(second[0].goods.map(({ amount }: { amount: number }) => amount)).toEqual([0.3, 0.1])
  const service = {
    ...(await bodies.products(owner)),
    product_type_id: 2,
    unlimited_quantity: true,
    quantity: '',
    weight: 1,
  }
  expect(Object.keys((await owner.post('/products', service)).body.errors)).toEqual(['weight'])
})

test('freight in euros is spread to the halala of its worth', async () => {
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.117' }))
  const ids = [await product(), await product(), await product()]
  const goods = await bill(...ids.map((id): Item => [id, 3, 10]))
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 33.33, tax_rate: 0 }]
  const cost = (await post('/bills', billBody(owner, { items, currency_id: 3, tax_id: owner.ids.zeroTax }))).id
  const [made] = await landed(cost, { goods: rowsOf(goods, 1, 2, 3) })
  // 33.33 euros at 4.117.
  expect(made.amount).toBe(137.22)
  expect(made.goods.map(({ amount }: { amount: number }) => amount)).toEqual([45.74, 45.74, 45.74])
  const [rest] = await landed(await freight(137.21), { goods: rowsOf(goods, 1, 2, 3) })
  expect(rest.goods.map(({ amount }: { amount: number }) => amount)).toEqual([45.74, 45.74, 45.73])
})

test('goods of a receipt that went back after their bill bear nothing', async () => {
  const { ids } = owner
  const head = { order_date: today(), supplier_id: ids.supplier, branch_id: ids.branch }
  const items = itemsOf([
    [await product(), 4, 10],
    [await product(), 4, 10],
  ])
  const order = await post('/purchase-orders', { ...head, currency_id: ids.currency, tax_id: ids.tax, items })
  await post(`/purchase-orders/${order.id}/confirm`, {})
  const rows = (await get(`/purchase-orders/${order.id}`)).items as { id: number; product_id: number }[]
  const received = { note_date: today(), items: rows.map(({ id }) => ({ order_line_id: id, quantity: 4 })) }
  const receipt = await post('/goods-receipts', received)
  const lines = (await get(`/goods-receipts/${receipt.id}`)).items as { id: number }[]
  const billed = rows.map(({ id, product_id }, index) => ({
    product_id,
    quantity: 4,
    price: 10,
    tax_rate: 15,
    order_line_id: id,
    goods_line_id: lines[index]?.id,
  }))
  const { id: bought } = await post('/bills', billBody(owner, { items: billed }))
  const back = {
    note_date: today(),
    reason: 'مرتجع',
    lines: [
      { line_number: 1, quantity: 3 },
      { line_number: 2, quantity: 4 },
    ],
  }
  expectOk(await owner.post(`/bills/${bought}/supplier-credit`, back))
  const offered = await get(`/landed-costs/goods?goods_receipt_id=${receipt.id}`)
  expect(
    offered.map(({ line_number, quantity }: { line_number: number; quantity: number }) => [line_number, quantity]),
  ).toEqual([[1, 1]])
  const bearing = [{ goods_receipt_id: receipt.id, line_number: 1 }]
  const [made] = await landed(await freight(12), { basis: 'quantity', goods: bearing })
  expect(made).toMatchObject({ stock_amount: 12, goods: [{ quantity: 1 }] })
  const gone = [{ goods_receipt_id: receipt.id, line_number: 2 }]
  expect(refusal(await land(await freight(12), { goods: gone }))).toBe('422 invalid_input goods.0.line_number')
})
