import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { roleBalances } from '../harness/books.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { confirmedOrder, daysAgo, noteOf, stockedProduct } from './moving-goods.ts'

// Goods receipts: goods come on their own day at the order's value, and the bill of them settles what differs.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

const changesOf = async (act: () => Promise<unknown>, roles: readonly string[]) => {
  const before = await roleBalances(app, owner)
  await act()
  const after = await roleBalances(app, owner)
  return roles.map((role) => ((after.get(role) ?? 0) - (before.get(role) ?? 0)) / 100)
}
const receive = async (order_line_id: number, quantity: number, note_date = daysAgo(10)) =>
  expectOk(await owner.post('/goods-receipts', { note_date, items: [{ order_line_id, quantity }] })).body.data
const agreed = { difference_reason: 'بسعر يوم الشحن' }
/** The draft of a bill of all that is open, with another price, confirmed. */
async function billAt(path: string, price: number | string, change: object = {}, row: object = {}) {
  const { post, get } = callsOf(owner)
  const { id } = await post(path, {})
  const draft = await get(`/bills/${id}`)
  const items = draft.items.map((item: Record<string, unknown>) => ({
    product_id: item.product_id,
    quantity: item.quantity,
    price,
    tax_rate: item.tax_rate,
    tax_id: item.tax_id,
    order_line_id: item.order_line_id,
    goods_line_id: item.goods_line_id,
    ...row,
  }))
  const { bill_date, due_date, supplier_id, branch_id, currency_id, tax_id } = draft
  const head = { bill_date, due_date, supplier_id, branch_id, currency_id, tax_id }
  expectOk(
    await owner.post(`/bills/${id}`, { ...head, bill_number: crypto.randomUUID(), status: 'sent', items, ...change }),
  )
  return id as number
}

test('V64: a bill clears what was received, and its price difference goes to goods on hand and those that are gone', async () => {
  const product_id = await stockedProduct(owner, 0, '0')
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: '12.345' }])
  const [line] = order.ids as [number]
  expect(await changesOf(() => receive(line, 6), ['INV', 'GRNI'])).toEqual([74.07, -74.07])
  expect(await changesOf(() => receive(line, 4), ['INV', 'GRNI'])).toEqual([49.38, -49.38])
  const sale = invoiceBody(owner, {
    invoice_date: daysAgo(8),
    due_date: today(),
    items: [{ product_id, quantity: 5, price: 20, tax_rate: 15 }],
  })
  expectOk(await owner.post('/invoices', sale))
  let bill = 0
  const billed = async () => {
    bill = await billAt(`${order.path}/bill`, '12.50', {}, agreed)
  }
  const roles = ['GRNI', 'INV', 'PPV', 'AP', 'VAT_IN']
  expect(await changesOf(billed, roles)).toEqual([123.45, 0.78, 0.77, -143.75, 18.75])
  expect(await order.rows()).toMatchObject([{ taken: 10, delivered: 10, open: 0 }])
  expect(await changesOf(async () => expectOk(await owner.remove(`/bills/${bill}`)), roles)).toEqual([
    -123.45, -0.78, -0.77, 143.75, -18.75,
  ])
})

test('V65: what was received at another rate than it is billed at is a difference of exchange', async () => {
  const { get } = callsOf(owner)
  const euro = (await get('/currencies/list')).find((one: { code: string }) => one.code === 'EUR').id
  expectOk(await owner.post(`/currencies/${euro}/rate`, { rate: '4' }))
  const product_id = await stockedProduct(owner, 0, '0')
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 10 }], {
    currency_id: euro,
    tax_id: owner.ids.zeroTax,
    items: [{ product_id, quantity: 10, price: 10, tax_rate: 0 }],
  })
  const [order_line_id] = order.ids as [number]
  const body = { note_date: daysAgo(10), items: [{ order_line_id, quantity: 10 }] }
  const received = async () => expectOk(await owner.post('/goods-receipts', body))
  expect(await changesOf(received, ['INV', 'GRNI'])).toEqual([400, -400])
  const billed = () => billAt(`${order.path}/bill`, 10, { exchange_rate: '4.1' })
  expect(await changesOf(billed, ['GRNI', 'INV', 'FX_LOSS_R', 'AP'])).toEqual([400, 0, 10, -410])
})

test('goods that go back before their bill leave at the average, and nothing of them is billed', async () => {
  const product_id = await stockedProduct(owner, 10, '20')
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 10 }])
  const note = await receive(order.ids[0] as number, 10)
  const path = `/goods-receipts/${note.id}`
  const body = { note_date: daysAgo(5), items: [{ goods_line_id: note.items[0].id, quantity: 4 }] }
  const back = async () => expectOk(await owner.post(`${path}/return`, body))
  // The pool is worth 15.00 each; what was received at 10.00 is no longer owed.
  expect(await changesOf(back, ['GRNI', 'INV', 'PPV'])).toEqual([40, -60, 20])
  expect(await order.rows()).toMatchObject([{ delivered: 10, returned: 4, open: 6, undelivered: 0 }])
  await billAt(`${path}/bill`, 10)
  expect(await noteOf(owner, path)).toMatchObject({ open_value: 0, progress: 'all' })
  expect((await owner.post(`${path}/bill`, {})).body.code).toBe('order_nothing_open')
})

test('a cheaper bill takes no more from stock than it is worth, and a supplier credit sends received goods back', async () => {
  const { post } = callsOf(owner)
  const product_id = await stockedProduct(owner, 0, '0')
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 10 }])
  await receive(order.ids[0] as number, 10)
  let bill = 0
  const billed = async () => {
    bill = await billAt(`${order.path}/bill`, 4, {}, agreed)
  }
  expect(await changesOf(billed, ['GRNI', 'INV', 'PPV'])).toEqual([100, -60, 0])
  const sent = () =>
    post(`/bills/${bill}/supplier-credit`, {
      note_date: today(),
      reason: 'تالف',
      lines: [{ line_number: 1, quantity: 5 }],
    })
  expect(await changesOf(sent, ['INV', 'GRNI'])).toEqual([-20, 0])
  expect(await order.rows()).toMatchObject([{ taken: 5, returned: 5, open: 0 }])
})

test('a receipt whose goods were sold is not taken back', async () => {
  const product_id = await stockedProduct(owner, 0, '0')
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 2, price: 10 }])
  const note = await receive(order.ids[0] as number, 2)
  expectOk(
    await owner.post(
      '/invoices',
      invoiceBody(owner, { items: [{ product_id, quantity: 1, price: 20, tax_rate: 15 }] }),
    ),
  )
  expect((await owner.remove(`/goods-receipts/${note.id}`)).body.code).toBe('note_moved_on')
  expect((await noteOf(owner, `/goods-receipts/${note.id}`)).status).toBe('posted')
})
