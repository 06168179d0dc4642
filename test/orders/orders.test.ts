import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies, orderBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// Quotations, sales orders and purchase orders: what was agreed, and how much of it became documents.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

type Row = {
  product_id: number
  quantity: number
  price: number
  order_line_id: number | null
  [name: string]: unknown
}
type Order = { id: number; version: number; items: (Row & { id: number; taken: number; open: number })[] } & Record<
  string,
  unknown
>
const read = async (path: string): Promise<Order> => expectOk(await owner.get(path)).body.data
const act = async (path: string, name: string, body: object = {}) => owner.post(`${path}/${name}`, body)
const quotation = async (change: object = {}) =>
  `/quotations/${await idOf(owner.post('/quotations', { ...orderBody(owner), valid_until: today(), ...change }))}`
const salesOrder = async (change: object = {}) => {
  const path = `/sales-orders/${await idOf(owner.post('/sales-orders', orderBody(owner, change as never)))}`
  expectOk(await act(path, 'confirm'))
  return path
}
/** A stored draft as its form sends it again. */
const resent = (record: Order, change: object = {}) => ({
  ...Object.fromEntries(
    ['invoice_number', 'invoice_date', 'due_date', 'customer_id', 'branch_id', 'currency_id', 'tax_id'].map((name) => [
      name,
      record[name],
    ]),
  ),
  status: 'draft',
  items: record.items.map(({ product_id, quantity, price, order_line_id }) => ({
    product_id,
    quantity,
    price,
    tax_rate: 15,
    order_line_id,
  })),
  ...change,
})
/** Sets the last day of a quotation that was sent into the past, as the days do. */
const expire = (id: number) =>
  withSuperuser(app, (client) =>
    client.query("UPDATE orders SET order_date = '2025-01-01', until_date = '2025-01-31' WHERE id = $1", [id]),
  )

describe('a quotation', () => {
  test('has the totals of a document, and becomes an invoice with its prices, discounts and taxes', async () => {
    const items = [
      { product_id: owner.ids.service, quantity: 3, price: '33.33', tax_rate: 15, discount_amount: '9.99' },
      { product_id: owner.ids.goods, quantity: 1, price: 200, tax_rate: 15, discount_percent: 10 },
    ]
    const path = await quotation({ items, discount_amount: '27', po_number: 'PO 7' })
    const stored = await read(path)
    expect(stored).toMatchObject({ subtotal: 243, tax: 36.45, total: 279.45, status: 'draft', progress: 'none' })
    expectOk(await act(path, 'send'))
    const { id, kind } = expectOk(await act(path, 'invoice')).body.data
    expect(kind).toBe('invoice')
    expect(await read(`/invoices/${id}`)).toMatchObject({
      orders: [{ kind: 'quotation', number: stored.number }],
      status: 'draft',
      subtotal: 243,
      tax: 36.45,
      total: 279.45,
      po_number: 'PO 7',
      discount_amount: 27,
      items: [
        { quantity: 3, price: 33.33, discount_amount: 9.99 },
        { quantity: 1, price: 200, discount_percent: 10 },
      ],
    })
    expect(await read(path)).toMatchObject({
      status: 'accepted',
      progress: 'all',
      open_total: 0,
      followers: [{ kind: 'invoice', id }],
    })
  })

  test('is expired when its last day is over, and that never overrides an answer', async () => {
    const [waiting, accepted] = [await quotation(), await quotation()]
    for (const path of [waiting, accepted]) expectOk(await act(path, 'send'))
    expectOk(await act(accepted, 'accept'))
    for (const path of [waiting, accepted]) await expire((await read(path)).id)
    expect((await read(waiting)).status).toBe('expired')
    expect((await read(accepted)).status).toBe('accepted')
    const listed = expectOk(await owner.get('/quotations?status=expired')).body.data as Order[]
    expect(listed.map(({ id }) => `/quotations/${id}`)).toEqual([waiting])
    // By us it is accepted with a reason, and not by making something of it.
    expect((await act(waiting, 'invoice')).body.code).toBe('quotation_expired')
    expect((await act(waiting, 'accept')).body.errors).toHaveProperty('reason')
    expectOk(await act(waiting, 'accept', { reason: 'مدّدنا العرض هاتفيًا' }))
    expectOk(await act(waiting, 'invoice'))
  })

  test('stays as it was accepted', async () => {
    const path = await quotation()
    expectOk(await act(path, 'send'))
    const body = { ...orderBody(owner), valid_until: today() }
    expect((await owner.post(path, body)).body.code).toBe('order_not_draft')
    expectOk(await act(path, 'accept', { answered_by: 'سعاد' }))
    expect(await read(path)).toMatchObject({ answered_by: 'سعاد', locked_because: 'quotation_accepted' })
    for (const refused of [owner.post(path, body), act(path, 'reopen'), act(path, 'decline', { reason: 'لا' })])
      expect((await refused).body.code).toBe('quotation_accepted')
    expect((await owner.ask('DELETE', path)).body.code).toBe('quotation_accepted')
  })

  test('is refused with a last day before its own', async () => {
    const reply = await owner.post('/quotations', { ...orderBody(owner), valid_until: '2020-01-01' })
    expect(Object.keys(reply.body.errors)).toEqual(['valid_until'])
  })
})

describe('an order', () => {
  test('is invoiced in parts, row by row and by quantity', async () => {
    const path = await salesOrder()
    const first = expectOk(await act(path, 'invoice')).body.data.id
    const draft = await read(`/invoices/${first}`)
    // Six of ten, at a lower price; nothing of the second row; the third twice.
    const [a, , c] = draft.items as unknown as [Row, Row, Row]
    const items = [
      { ...a, quantity: '6', price: 80 },
      { ...c, quantity: '0.5' },
      { ...c, quantity: '1.499999' },
    ].map(({ product_id, quantity, price, order_line_id }) => ({
      product_id,
      quantity,
      price,
      tax_rate: 15,
      order_line_id,
    }))
    expectOk(await owner.post(`/invoices/${first}`, resent(draft, { items })))
    const order = await read(path)
    expect(order.items.map(({ taken }) => taken)).toEqual([6, 0, 1.999999])
    expect(order.progress).toBe('part')
    const rest = await read(`/invoices/${expectOk(await act(path, 'invoice')).body.data.id}`)
    expect(rest.items.map(({ quantity }) => quantity)).toEqual([4, 3, 0.000001])
    expect((await read(path)).progress).toBe('all')
    expect((await act(path, 'invoice')).body.code).toBe('order_nothing_open')
  })

  test('gets back what a deleted draft and a void invoice took', async () => {
    const path = await salesOrder()
    const deleted = expectOk(await act(path, 'invoice')).body.data.id
    expectOk(await owner.ask('DELETE', `/invoices/${deleted}`))
    expect((await read(path)).progress).toBe('none')
    const id = expectOk(await act(path, 'invoice')).body.data.id
    expectOk(await owner.post(`/invoices/${id}/confirm`, {}))
    expect((await read(path)).progress).toBe('all')
    expectOk(await owner.ask('DELETE', `/invoices/${id}`))
    const order = await read(path)
    expect(order).toMatchObject({ progress: 'none', open_total: order.total, followers: [] })
  })

  test('is never exceeded: the check counts the document being saved', async () => {
    const path = await salesOrder()
    const id = expectOk(await act(path, 'invoice')).body.data.id
    const draft = await read(`/invoices/${id}`)
    const [a] = draft.items as unknown as [Row]
    const twice = [a, a].map(({ product_id, price, order_line_id }) => ({
      product_id,
      price,
      tax_rate: 15,
      order_line_id,
      quantity: 6,
    }))
    const reply = await owner.post(`/invoices/${id}`, resent(draft, { items: twice }))
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors)).toEqual(['items.0.quantity', 'items.1.quantity'])
    expect((await read(path)).items.map(({ taken }) => taken)).toEqual([10, 3, 2])
  })

  test('refuses another customer, another product and another currency on their fields', async () => {
    const path = await salesOrder()
    const id = expectOk(await act(path, 'invoice')).body.data.id
    const draft = await read(`/invoices/${id}`)
    const other = await idOf(owner.post('/customers', await bodies.customers(owner)))
    expect(
      Object.keys((await owner.post(`/invoices/${id}`, resent(draft, { customer_id: other }))).body.errors),
    ).toEqual(['customer_id'])
    const [row] = draft.items as unknown as [Row]
    const swapped = [
      { product_id: owner.ids.goods, quantity: 1, price: 5, tax_rate: 15, order_line_id: row.order_line_id },
    ]
    expect(Object.keys((await owner.post(`/invoices/${id}`, resent(draft, { items: swapped }))).body.errors)).toEqual([
      'items.0.product_id',
    ])
    const bill = { ...(await bodies.bills(owner)), items: swapped }
    expect(Object.keys((await owner.post('/bills', bill)).body.errors)).toEqual(['items.0.order_line_id'])
  })

  test('refuses an invoice in another currency, and of a product that is no longer in use', async () => {
    const product = await idOf(owner.post('/products', await bodies.products(owner)))
    const path = await salesOrder({ items: [{ product_id: product, quantity: 2, price: 5, tax_rate: 15 }] })
    const id = expectOk(await act(path, 'invoice')).body.data.id
    const draft = await read(`/invoices/${id}`)
    expectOk(await owner.post('/currencies/2/rate', { rate: '4' }))
    const foreign = resent(draft, { currency_id: 2 })
    expect(Object.keys((await owner.post(`/invoices/${id}`, foreign)).body.errors)).toEqual(['currency_id'])
    expectOk(await owner.ask('DELETE', `/invoices/${id}`))
    const { version: _, ...stored } = expectOk(await owner.get(`/products/${product}`)).body.data
    expectOk(await owner.post(`/products/${product}`, { ...stored, status: 'inactive' }))
    expect(Object.keys((await act(path, 'invoice')).body.errors)).toEqual(['items.0.product_id'])
    expect((await read(path)).progress).toBe('none')
  })

  test('is invoiced once by twelve people at once', async () => {
    const path = await salesOrder()
    const replies = await Promise.all(Array.from({ length: 12 }, () => act(path, 'invoice')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(path)).items.map(({ taken }) => taken)).toEqual([10, 3, 2])
  })

  test('takes no more once it is closed, and goes on when it is reopened', async () => {
    const path = await salesOrder()
    const id = expectOk(await act(path, 'invoice')).body.data.id
    const draft = await read(`/invoices/${id}`)
    const less = draft.items.map((row) => ({ ...row, quantity: 1 }))
    const [few, many] = [less, draft.items].map((rows) => resent({ ...draft, items: rows }, {}))
    expectOk(await owner.post(`/invoices/${id}`, few))
    expect((await act(path, 'close')).body.errors).toHaveProperty('reason')
    expectOk(await act(path, 'close', { reason: 'اكتفى العميل' }))
    expect((await act(path, 'invoice')).body.code).toBe('order_closed')
    expect(Object.keys((await owner.post(`/invoices/${id}`, many)).body.errors)).toContain('items.0.quantity')
    expect((await read(path)).open_total).toBe(0)
    expectOk(await act(path, 'reopen'))
    expectOk(await owner.post(`/invoices/${id}`, many))
    expect((await act(path, 'reopen')).body.code).toBe('order_taken')
  })
})

test('a quotation becomes an order, and the order gives back when it is deleted', async () => {
  const path = await quotation()
  expectOk(await act(path, 'send'))
  const id = expectOk(await act(path, 'sales-order')).body.data.id
  expect(await read(`/sales-orders/${id}`)).toMatchObject({ status: 'draft', sources: [{ kind: 'quotation' }] })
  expect((await read(path)).progress).toBe('all')
  expect((await act(path, 'invoice')).body.code).toBe('order_nothing_open')
  expectOk(await owner.ask('DELETE', `/sales-orders/${id}`))
  expect((await read(path)).progress).toBe('none')
})

test('a purchase order becomes a bill with the number of the order', async () => {
  const path = `/purchase-orders/${await idOf(owner.post('/purchase-orders', await bodies.purchaseOrders(owner)))}`
  expect((await act(path, 'bill')).body.code).toBe('order_not_agreed')
  expectOk(await act(path, 'confirm'))
  const order = await read(path)
  const id = expectOk(await act(path, 'bill')).body.data.id
  expect(await read(`/bills/${id}`)).toMatchObject({ status: 'draft', po_number: order.number, total: order.total })
})

test('the list of what is to be invoiced sums what is open', async () => {
  const own = await createOrganization(app)
  const post = (path: string, body: object = {}) => own.post(path, body)
  const [first, second] = [
    await idOf(post('/sales-orders', orderBody(own))),
    await idOf(post('/sales-orders', orderBody(own))),
  ]
  for (const id of [first, second]) expectOk(await post(`/sales-orders/${id}/confirm`))
  await post('/sales-orders', orderBody(own))
  expectOk(await post(`/sales-orders/${second}/invoice`))
  const listed = expectOk(await own.get('/sales-orders?progress=open')).body.data
  expect(listed.map(({ id }: Order) => id)).toEqual([first])
  const { sums } = expectOk(await own.get('/sales-orders/sums?progress=open')).body.data
  // 10 × 100 + 3 × 19.99 + 2 × 50 = 1,159.97, and 15 % of it: 173.9955.
  expect(sums).toMatchObject([{ count: 1, total: 1333.97, remaining: 1333.97 }])
})

test('the sums add the open parts of rows that were taken in part, and nothing of a closed order', async () => {
  const own = await createOrganization(app)
  const items = [
    { product_id: own.ids.service, quantity: 3, price: '33.33', tax_rate: 15 },
    { product_id: own.ids.service, quantity: 1, price: 100, tax_rate: 15 },
  ]
  const made = async (path: string, body: object = {}) => expectOk(await own.post(path, body)).body.data.id as number
  const [part, closed] = [
    await made('/sales-orders', orderBody(own, { items })),
    await made('/sales-orders', orderBody(own)),
  ]
  for (const id of [part, closed]) expectOk(await own.post(`/sales-orders/${id}/confirm`, {}))
  const [row] = expectOk(await own.get(`/sales-orders/${part}`)).body.data.items
  const taken = { product_id: own.ids.service, quantity: 1, price: 1, tax_rate: 15, order_line_id: row.id }
  expectOk(await own.post('/invoices', invoiceBody(own, { items: [taken] })))
  expectOk(await own.post(`/sales-orders/${closed}/close`, { reason: 'انتهى' }))
  // 99.99 and 15.00 of VAT: 114.99, of which a third, 38.33, is taken. The other row is 115.00.
  const { sums } = expectOk(await own.get('/sales-orders/sums')).body.data
  expect(sums).toMatchObject([{ count: 2, remaining: 191.66 }])
  expect(expectOk(await own.get(`/sales-orders/${part}`)).body.data.open_total).toBe(191.66)
})

test('a draft is not accepted past a blocked customer', async () => {
  const customer = await idOf(owner.post('/customers', await bodies.customers(owner)))
  const path = await quotation({ customer_id: customer })
  const { version: _, ...stored } = await read(`/customers/${customer}`)
  expectOk(await owner.post(`/customers/${customer}`, { ...stored, status: 'blocked' }))
  for (const name of ['send', 'accept']) expect((await act(path, name)).body.errors, name).toHaveProperty('customer_id')
  expect((await read(path)).status).toBe('draft')
})

test('an order of which something was made stays on record, and says so', async () => {
  const path = await salesOrder()
  const id = expectOk(await act(path, 'invoice')).body.data.id
  expectOk(await owner.ask('DELETE', `/invoices/${id}`))
  expectOk(await act(path, 'reopen'))
  expect((await owner.ask('DELETE', path)).body.code).toBe('order_was_taken')
})

test('the exported file words statuses and progress as the screen does', async () => {
  const path = await quotation()
  expectOk(await act(path, 'send'))
  const headers = { authorization: `Bearer ${owner.token}`, 'accept-language': 'en' }
  const { body } = await app.app.inject({ url: '/api/quotations/export?format=csv&status=sent', headers })
  expect(body).toContain(',Sent,Nothing made of it,')
})

test('who may not read an order takes none of its rows in an invoice, and keeps those of a draft', async () => {
  const path = await salesOrder()
  const id = expectOk(await act(path, 'invoice')).body.data.id
  const draft = await read(`/invoices/${id}`)
  const clerk = await clientWith(app, owner, ['create-invoice', 'update-invoice'])
  expectOk(await clerk.post(`/invoices/${id}`, resent(draft)))
  expectOk(await owner.ask('DELETE', `/invoices/${id}`))
  const [row] = draft.items.map(({ product_id, price, order_line_id }) => ({
    product_id,
    price,
    order_line_id,
    quantity: 1,
    tax_rate: 15,
  }))
  const reply = await clerk.post('/invoices', invoiceBody(owner, { items: [row] }))
  expect(Object.keys(reply.body.errors)).toEqual(['items.0.order_line_id'])
})

test('who may not change a quotation does not accept it by an invoice', async () => {
  const path = await quotation()
  expectOk(await act(path, 'send'))
  const reader = await clientWith(app, owner, ['create-invoice', 'read-quotation'])
  expect((await reader.post(`${path}/invoice`, {})).status).toBe(403)
  expect((await read(path)).status).toBe('sent')
  expectOk(await act(path, 'accept'))
  expectOk(await reader.post(`${path}/invoice`, {}))
})

test('who may not read the order makes nothing of it', async () => {
  const path = await salesOrder()
  const clerk = await clientWith(app, owner, ['create-invoice'])
  expect((await clerk.post(`${path}/invoice`, {})).status).toBe(403)
  const reader = await clientWith(app, owner, ['create-invoice', 'read-sales-order'])
  expectOk(await reader.post(`${path}/invoice`, {}))
})

test('an order becomes an advance invoice over a percentage of what is open, and stays open itself', async () => {
  const items = [
    { product_id: owner.ids.service, quantity: 3, price: '33.33', tax_rate: 15, discount_amount: '9.99' },
    { product_id: owner.ids.goods, quantity: 1, price: 200, tax_rate: 15, discount_percent: 10 },
  ]
  const path = await salesOrder({ items })
  const ask = (percent: unknown) => act(path, 'advance-invoice', { percent })
  for (const percent of ['', '0', '100.1', '-5']) expect((await ask(percent)).body.errors).toHaveProperty('percent')
  const { id, kind } = expectOk(await ask('30')).body.data
  expect(kind).toBe('advance_invoice')
  const advance = await read(`/advance-invoices/${id}`)
  expect(advance).toMatchObject({ status: 'draft', subtotal: 81, tax: 12.15, total: 93.15 })
  expect(advance.orders).toMatchObject([{ kind: 'sales_order' }])
  expect(advance.items).toMatchObject([
    { quantity: 1, price: 27 },
    { quantity: 1, price: 54 },
  ])
  expect(await read(path)).toMatchObject({ progress: 'none', followers: [{ kind: 'advance_invoice', id }] })
  expectOk(await owner.remove(`/advance-invoices/${id}`))
  expect((await read(path)).followers).toEqual([])
  await ask('10')
  expectOk(await act(path, 'reopen'))
  expect((await owner.remove(path)).body.code).toBe('order_was_taken')
  expectOk(await act(path, 'confirm'))
  expectOk(await act(path, 'invoice'))
  expect((await ask('30')).body.code).toBe('order_nothing_open')
})

test('an advance invoice accepts a quotation that was sent, and needs who may do both', async () => {
  const draft = await quotation()
  expect((await act(draft, 'advance-invoice', { percent: '50' })).body.code).toBe('order_not_agreed')
  const path = await quotation()
  expectOk(await act(path, 'send'))
  const seller = await clientWith(app, owner, ['create-invoice', 'read-quotation'])
  expect((await seller.post(`${path}/advance-invoice`, { percent: '50' })).status).toBe(403)
  expectOk(await act(path, 'advance-invoice', { percent: '50' }))
  expect(await read(path)).toMatchObject({ status: 'accepted', progress: 'none' })
})
