import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { roleBalances } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, type Organization, today } from '../harness/organization.ts'
import { confirmedOrder, daysAgo, noteOf, stockedProduct } from './moving-goods.ts'

// Delivery notes: goods leave on their own day, and the invoice of them moves no stock.

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
const deliver = (rows: readonly { order_line_id: number; quantity: number }[], note_date = daysAgo(10)) =>
  owner.post('/delivery-notes', { note_date, items: rows })
const confirm = async (id: number) => expectOk(await owner.post(`/invoices/${id}/confirm`, {}))

test('V60: a delivery waits for its invoice at cost, and its invoice takes that cost', async () => {
  const { post, get } = callsOf(owner)
  const product_id = await stockedProduct(owner, 10, '40')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 10, price: 60 }])
  const [line] = order.ids as [number]
  let note = 0
  const roles = ['GDNI', 'INV', 'COGS', 'AR', 'REV_GOODS']
  const delivered = async () => {
    note = expectOk(await deliver([{ order_line_id: line, quantity: 4 }])).body.data.id
  }
  expect(await changesOf(delivered, roles)).toEqual([160, -160, 0, 0, 0])
  expect(await noteOf(owner, `/delivery-notes/${note}`)).toMatchObject({
    value: 160,
    open_value: 160,
    progress: 'none',
    locked_because: null,
  })
  expect(await order.rows()).toMatchObject([{ taken: 0, delivered: 4, open: 10, undelivered: 6 }])
  const { id } = await post(`/delivery-notes/${note}/invoice`, {})
  const draft = await get(`/invoices/${id}`)
  expect(draft.items).toMatchObject([{ quantity: 4, price: 60, order_line_id: line }])
  expect(draft.supply_date).toBe(daysAgo(10))
  // A draft holds what it takes.
  expect((await owner.remove(`/delivery-notes/${note}`)).body.code).toBe('goods_note_taken')
  expect(await changesOf(() => confirm(id), roles)).toEqual([-160, 0, 160, 276, -240])
  expect(await noteOf(owner, `/delivery-notes/${note}`)).toMatchObject({
    open_value: 0,
    progress: 'all',
    documents: [{ id }],
  })
  expect(await order.rows()).toMatchObject([{ taken: 4, delivered: 4, open: 6, undelivered: 6 }])
  // Voiding the invoice opens its delivery again, and then the delivery is taken back.
  expect(await changesOf(async () => expectOk(await owner.remove(`/invoices/${id}`)), roles)).toEqual([
    160, 0, -160, -276, 240,
  ])
  expect(await changesOf(async () => expectOk(await owner.remove(`/delivery-notes/${note}`)), roles)).toEqual([
    -160, 160, 0, 0, 0,
  ])
  expect(await order.rows()).toMatchObject([{ taken: 0, delivered: 0, open: 10, undelivered: 10 }])
})

test('an order becomes an invoice of what was delivered, and of the rest, which moves with it', async () => {
  const { post, get } = callsOf(owner)
  const product_id = await stockedProduct(owner, 10, '33.33')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 10, price: 60 }])
  const [line] = order.ids as [number]
  for (const quantity of [3, 4]) expectOk(await deliver([{ order_line_id: line, quantity }]))
  const { id } = await post(`${order.path}/invoice`, {})
  const { items, version } = await get(`/invoices/${id}`)
  expect(items.map((item: Record<string, unknown>) => [item.quantity, item.goods_line_id === null])).toEqual([
    [3, false],
    [4, false],
    [3, true],
  ])
  expect(version).toBe(1)
  expect(await changesOf(() => confirm(id), ['GDNI', 'INV', 'COGS'])).toEqual([-233.31, -99.99, 333.3])
  expect(await order.rows()).toMatchObject([{ taken: 10, delivered: 10, open: 0, undelivered: 0 }])
})

test('the parts of a delivery take its cost to the last halala, in any order of undoing and doing', async () => {
  const { post, get } = callsOf(owner)
  const product_id = await stockedProduct(owner, 3, '3.33')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 3, price: 60 }])
  const note = expectOk(await deliver([{ order_line_id: order.ids[0] as number, quantity: 3 }])).body.data
  const [row] = note.items
  const part = async () => {
    const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
    const { items, invoice_number, ...rest } = await get(`/invoices/${id}`)
    const item = { ...items[0], quantity: 1 }
    const { invoice_date, due_date, customer_id, branch_id, currency_id, tax_id } = rest
    const head = { invoice_number, invoice_date, due_date, customer_id, branch_id, currency_id, tax_id }
    expectOk(await owner.post(`/invoices/${id}`, { ...head, status: 'confirmed', items: [item] }))
    return id as number
  }
  const made = [await part(), await part(), await part()]
  expect(await noteOf(owner, `/delivery-notes/${note.id}`)).toMatchObject({ open_value: 0, progress: 'all' })
  expectOk(await owner.remove(`/invoices/${made[0]}`))
  expect((await noteOf(owner, `/delivery-notes/${note.id}`)).items).toMatchObject([{ id: row.id, open: 1 }])
  await part()
  expect((await noteOf(owner, `/delivery-notes/${note.id}`)).open_value).toBe(0)
})

test('a delivery and a document never move more than was ordered, delivered or is there', async () => {
  const product_id = await stockedProduct(owner, 5, '10')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 8, price: 60 }])
  const [order_line_id] = order.ids as [number]
  const over = await deliver([
    { order_line_id, quantity: 4 },
    { order_line_id, quantity: 5 },
  ])
  expect(Object.keys(over.body.errors)).toEqual(['items.0.quantity', 'items.1.quantity'])
  expect((await deliver([{ order_line_id, quantity: 6 }])).body.errors).toHaveProperty(['items.0.quantity'])
  const note = expectOk(await deliver([{ order_line_id, quantity: 5 }])).body.data
  const item = { product_id, price: 60, tax_rate: 15, order_line_id }
  const invoice = (items: object[], change: object = {}) =>
    owner.post('/invoices', {
      invoice_number: crypto.randomUUID().slice(0, 12),
      invoice_date: today(),
      due_date: today(),
      customer_id: owner.ids.customer,
      branch_id: owner.ids.branch,
      currency_id: owner.ids.currency,
      tax_id: owner.ids.tax,
      items,
      ...change,
    })
  // What was delivered is not delivered again by an invoice.
  const again = await invoice([{ ...item, quantity: 4 }])
  expect(again.body.errors['items.0.quantity']).toContain('3')
  const goods_line_id = note.items[0].id
  const much = await invoice([{ ...item, goods_line_id, quantity: 6 }])
  expect(Object.keys(much.body.errors)).toEqual(['items.0.quantity'])
  const twice = await invoice([
    { ...item, goods_line_id, quantity: 3 },
    { ...item, goods_line_id, quantity: 3 },
  ])
  expect(Object.keys(twice.body.errors)).toEqual(['items.0.quantity', 'items.1.quantity'])
  const early = await invoice([{ ...item, goods_line_id, quantity: 1 }], {
    invoice_date: daysAgo(11),
    due_date: today(),
  })
  expect(Object.keys(early.body.errors)).toEqual(['invoice_date'])
  expect(
    Object.keys((await invoice([{ ...item, order_line_id: null, goods_line_id, quantity: 1 }])).body.errors),
  ).toEqual(['items.0.order_line_id'])
  expectOk(await owner.post(`${order.path}/close`, { reason: 'اكتفى العميل' }))
  expect((await deliver([{ order_line_id, quantity: 1 }])).body.errors).toHaveProperty(['items.0.order_line_id'])
  expect((await noteOf(owner, `/delivery-notes/${note.id}`)).open_value).toBe(50)
})

test('goods that come back before the invoice leave nothing to invoice, and taking that back restores it', async () => {
  const { post, get } = callsOf(owner)
  const product_id = await stockedProduct(owner, 10, '40')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 10, price: 60 }])
  const [order_line_id] = order.ids as [number]
  const note = expectOk(await deliver([{ order_line_id, quantity: 10 }])).body.data
  const path = `/delivery-notes/${note.id}`
  const goods_line_id = note.items[0].id
  const back = (quantity: number, note_date = daysAgo(5)) =>
    owner.post(`${path}/return`, { note_date, items: [{ goods_line_id, quantity }] })
  expect(Object.keys((await back(11)).body.errors)).toEqual(['items.0.quantity'])
  expect((await back(1, daysAgo(11))).body.errors).toHaveProperty('note_date')
  let returned = 0
  const come = async () => {
    returned = expectOk(await back(4)).body.data.id
  }
  expect(await changesOf(come, ['GDNI', 'INV'])).toEqual([-160, 160])
  expect(await order.rows()).toMatchObject([{ taken: 0, delivered: 10, returned: 4, open: 6, undelivered: 0 }])
  const { id } = await post(`${order.path}/invoice`, {})
  expect((await get(`/invoices/${id}`)).items).toMatchObject([{ quantity: 6, goods_line_id }])
  await confirm(id)
  expect(await noteOf(owner, path)).toMatchObject({ open_value: 0, progress: 'all', returns: [{ id: returned }] })
  expect((await owner.post(`${order.path}/invoice`, {})).body.code).toBe('order_nothing_open')
  expectOk(await owner.remove(`/delivery-notes/${returned}`))
  expect(await order.rows()).toMatchObject([{ taken: 6, delivered: 10, returned: 0, open: 4 }])
  expect((await noteOf(owner, path)).open_value).toBe(160)
})

test('a credit note brings delivered goods back at their cost, and its order is not open again', async () => {
  const { post } = callsOf(owner)
  const product_id = await stockedProduct(owner, 10, '40')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 4, price: 60 }])
  const note = expectOk(await deliver([{ order_line_id: order.ids[0] as number, quantity: 4 }])).body.data
  const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
  await confirm(id)
  const credit = () =>
    post(`/invoices/${id}/credit-note`, {
      note_date: today(),
      reason: 'إرجاع',
      lines: [{ line_number: 1, quantity: 1 }],
    })
  expect(await changesOf(credit, ['GDNI', 'INV', 'COGS'])).toEqual([0, 40, -40])
  expect(await order.rows()).toMatchObject([{ taken: 3, delivered: 4, returned: 1, open: 0 }])
})

test('refuses a delivery of a closed order, and takes it when the order is reopened', async () => {
  const product_id = await stockedProduct(owner, 5, '10')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 5, price: 60 }])
  const rows = [{ order_line_id: order.ids[0] as number, quantity: 2 }]
  expectOk(await owner.post(`${order.path}/close`, { reason: 'اكتفى العميل' }))
  expect(Object.keys((await deliver(rows)).body.errors)).toEqual(['items.0.order_line_id'])
  expectOk(await owner.post(`${order.path}/reopen`, {}))
  expectOk(await deliver(rows))
})

test('a void invoice of deliveries moves no goods, and its deliveries wait for another', async () => {
  const { post, get } = callsOf(owner)
  const product_id = await stockedProduct(owner, 6, '10')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 6, price: 60 }])
  const rows = (quantity: number) => [{ order_line_id: order.ids[0] as number, quantity }]
  const notes = [await post('/delivery-notes', { note_date: daysAgo(9), items: rows(2) })]
  notes.push(await post('/delivery-notes', { note_date: daysAgo(8), items: rows(3) }))
  const open = async () => Promise.all(notes.map(async ({ id }) => (await get(`/delivery-notes/${id}`)).open_value))
  const { id } = await post(`${order.path}/invoice`, {})
  expectOk(await owner.post(`/invoices/${id}/confirm`, {}))
  expect(await open()).toEqual([0, 0])
  const roles = ['GDNI', 'INV', 'COGS']
  const voiding = async () => expectOk(await owner.remove(`/invoices/${id}`))
  // The row that no delivery had moved goes back to stock with the invoice that moved it.
  expect(await changesOf(voiding, roles)).toEqual([50, 10, -60])
  expect(await open()).toEqual([20, 30])
  const again = (await post(`/delivery-notes/${notes[1]?.id}/invoice`, {})).id
  expectOk(await owner.post(`/invoices/${again}/confirm`, {}))
  expect(await open()).toEqual([20, 0])
})

test('two deliveries of the last unit: one is refused', async () => {
  const product_id = await stockedProduct(owner, 1, '40')
  const orders = await Promise.all(
    [1, 2].map(() => confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 1, price: 60 }])),
  )
  const replies = await Promise.all(
    orders.map(({ ids }) => deliver([{ order_line_id: ids[0] as number, quantity: 1 }], today())),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  const refused = replies.find(({ status }) => status === 422)
  expect(Object.keys(refused?.body.errors ?? {})).toEqual(['items.0.quantity'])
})

test('a credit note may leave delivered goods with the customer: they wait for another invoice at their cost', async () => {
  const { post } = callsOf(owner)
  const product_id = await stockedProduct(owner, 10, '40')
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 4, price: 60 }])
  const note = expectOk(await deliver([{ order_line_id: order.ids[0] as number, quantity: 4 }])).body.data
  const first = (await post(`/delivery-notes/${note.id}/invoice`, {})).id
  await confirm(first)
  const lines = [{ line_number: 1, quantity: 3, stays_delivered: true }]
  let credit = 0
  const credited = async () => {
    credit = (await post(`/invoices/${first}/credit-note`, { note_date: today(), reason: 'سعر خاطئ', lines })).id
  }
  expect(await changesOf(credited, ['GDNI', 'INV', 'COGS'])).toEqual([120, 0, -120])
  expect(await order.rows()).toMatchObject([{ taken: 1, delivered: 4, returned: 0, open: 3, undelivered: 0 }])
  expect(await noteOf(owner, `/delivery-notes/${note.id}`)).toMatchObject({ open_value: 120, progress: 'part' })
  const second = (await post(`${order.path}/invoice`, {})).id
  expect((await owner.remove(`/credit-notes/${credit}`)).body.code).toBe('goods_taken_again')
  expect(await changesOf(() => confirm(second), ['GDNI', 'INV', 'COGS'])).toEqual([-120, 0, 120])
  expectOk(await owner.remove(`/invoices/${second}`))
  expect(
    await changesOf(async () => expectOk(await owner.remove(`/credit-notes/${credit}`)), ['GDNI', 'INV', 'COGS']),
  ).toEqual([-120, 0, 120])
  expect(await noteOf(owner, `/delivery-notes/${note.id}`)).toMatchObject({ open_value: 0, progress: 'all' })
  const direct = await post('/invoices', {
    invoice_number: crypto.randomUUID().slice(0, 12),
    invoice_date: today(),
    due_date: today(),
    customer_id: owner.ids.customer,
    branch_id: owner.ids.branch,
    currency_id: owner.ids.currency,
    tax_id: owner.ids.tax,
    items: [{ product_id, quantity: 1, price: 60, tax_rate: 15 }],
  })
  const refused = await owner.post(`/invoices/${direct.id}/credit-note`, {
    note_date: today(),
    reason: 'سعر',
    lines: [{ line_number: 1, quantity: 1, stays_delivered: true }],
  })
  expect(Object.keys(refused.body.errors)).toEqual(['lines.0.stays_delivered'])
})
