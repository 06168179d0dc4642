import { expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, idOf, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Confirmed sales orders reserve goods in the place that they are delivered from (decision 0261).

const app = await createTestApp()
const owner = await createOrganization(app)
const { get } = callsOf(owner)
const { branch } = owner.ids
type Body = Record<string, unknown>
const body = (name: string, change: Body = {}) => ({ name, branch_id: branch, status: 'active', ...change })
const place = (name: string) => idOf(owner.post('/inventory/places', body(name)))
const setPlaces = async (uses_places: boolean) => {
  const { version: _, ...profile } = await get('/organization/show')
  expectOk(await owner.post('/organization/update', { ...profile, uses_places }))
}
const row = (product_id: number, quantity: number) => [{ product_id, quantity, price: 60 }]
const before = await stockedProduct(owner, 10, '10')
const old = await confirmedOrder(owner, 'sales-orders', row(before, 4))
const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]
await setPlaces(true)
const transfer = async (product_id: number, to_place_id: number, quantity: number) =>
  expectOk(
    await owner.post('/inventory/transfers', {
      transfer_date: daysAgo(20),
      from_place_id: main,
      to_place_id,
      items: [{ product_id, quantity }],
    }),
  )
const stocked = async (...moved: [number, number][]) => {
  const product = await stockedProduct(owner, 30, '10')
  for (const [to, quantity] of moved) await transfer(product, to, quantity)
  return product
}
const order = (product: number, quantity: number, place_id?: number) =>
  confirmedOrder(owner, 'sales-orders', row(product, quantity), { place_id })
const shown = async ({ path }: { path: string }, by = owner) => {
  const { items } = expectOk(await by.get(path)).body.data
  return [items[0].on_hand, items[0].available]
}
const draft = (product_id: number, change: Body = {}) => ({
  customer_id: owner.ids.customer,
  order_date: today(),
  branch_id: branch,
  currency_id: owner.ids.currency,
  tax_id: owner.ids.tax,
  items: [{ product_id, quantity: 1, price: 60, tax_rate: 15 }],
  ...change,
})
const deliver = (line: number, quantity: number, change: Body = {}) =>
  owner.post('/delivery-notes', { note_date: today(), items: [{ order_line_id: line, quantity }], ...change })

test('what is available is what the place of the order has, less what orders from there wait for', async () => {
  const product = await stocked([shop, 8])
  const [first, second] = [await order(product, 5, shop), await order(product, 7)]
  expect(await shown(first)).toEqual([8, 3])
  expect(await shown(second)).toEqual([22, 15])
  expect(await get(second.path)).toMatchObject({ place_id: main, place: { name: 'المستودع' } })
  expectOk(await deliver(first.ids[0] as number, 2))
  expect([await shown(first), await shown(second)]).toEqual([
    [6, 3],
    [22, 15],
  ])
  expect(await shown(await order(product, 1, van))).toEqual([0, -1])
})

test('an order from before places is of the main one', async () => {
  expect(await get(old.path)).toMatchObject({ place_id: null, place: null })
  expect(await shown(old)).toEqual([10, 6])
  expect(await shown(await order(before, 1, main))).toEqual([10, 5])
})

test('without places nothing of it is said', async () => {
  const product = await stocked([shop, 8])
  const made = await order(product, 5, shop)
  await setPlaces(false)
  expect(await shown(made)).toEqual([30, 25])
  const plain = await order(product, 5)
  expect(await get(plain.path)).toMatchObject({ place_id: null })
  await setPlaces(true)
  expect(await shown(made)).toEqual([8, 3])
})

test('a change of place moves what is reserved', async () => {
  const product = await stocked([shop, 8], [van, 4])
  const [moved, other] = [await order(product, 3, shop), await order(product, 1, van)]
  expect(await shown(other)).toEqual([4, 3])
  expectOk(await owner.post(`${moved.path}/reopen`, {}))
  const again = (change: Body) => owner.post(moved.path, draft(product, change))
  expect((await again({})).body.data.place_id).toBe(shop)
  expect((await again({ place_id: van })).body.data.place_id).toBe(van)
  expectOk(await owner.post(`${moved.path}/confirm`, {}))
  expect(await shown(other)).toEqual([4, 2])
  expectOk(await owner.post(`${moved.path}/reopen`, {}))
  // What is emptied is the usual place again.
  expect((await again({ place_id: '' })).body.data.place_id).toBe(main)
})

test('what is made of an order is of its place, down to the quotation', async () => {
  const product = await stocked([shop, 8])
  const quoted = { ...draft(product, { place_id: shop }), valid_until: today() }
  const quotation = await idOf(owner.post('/quotations', quoted))
  expectOk(await owner.post(`/quotations/${quotation}/send`, {}))
  const { id } = expectOk(await owner.post(`/quotations/${quotation}/sales-order`, {})).body.data
  const made = await get(`/sales-orders/${id}`)
  expect(made.place_id).toBe(shop)
  expectOk(await owner.post(`/sales-orders/${id}/confirm`, {}))
  const invoice = expectOk(await owner.post(`/sales-orders/${id}/invoice`, {})).body.data
  expect((await get(`/invoices/${invoice.id}`)).place_id).toBe(shop)
  expectOk(await owner.remove(`/invoices/${invoice.id}`))
  const note = expectOk(await deliver(made.items[0].id, 1)).body.data
  expect(note.place_id).toBe(shop)
  expect(
    expectOk(await deliver((await order(product, 1, shop)).ids[0] as number, 1, { place_id: main })).body.data.place_id,
  ).toBe(main)
  const bought = await confirmedOrder(owner, 'purchase-orders', row(product, 2), { place_id: van })
  const arrived = await owner.post('/goods-receipts', {
    note_date: today(),
    items: [{ order_line_id: bought.ids[0], quantity: 1 }],
  })
  expect(expectOk(arrived).body.data.place_id).toBe(van)
  const bill = expectOk(await owner.post(`${bought.path}/bill`, {})).body.data
  expect((await get(`/bills/${bill.id}`)).place_id).toBe(van)
})

test('refuses a closed place, an unknown one and one of another organization', async () => {
  const product = await stocked()
  const closed = await place('مغلق')
  const made = await idOf(owner.post('/sales-orders', draft(product, { place_id: closed })))
  const agreed = await order(product, 2, closed)
  expectOk(await owner.post(`/inventory/places/${closed}`, body('مغلق', { status: 'inactive' })))
  const stranger = await createOrganization(app)
  const theirs = await idOf(
    stranger.post('/inventory/places', { name: 'x', branch_id: stranger.ids.branch, status: 'active' }),
  )
  for (const place_id of [closed, theirs, 9_999_999]) {
    const reply = await owner.post('/sales-orders', draft(product, { place_id }))
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['place_id']])
  }
  const reply = await owner.post(`/sales-orders/${made}/confirm`, {})
  expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['place_id']])
  // What was agreed before leaves from the usual place.
  expect(expectOk(await deliver(agreed.ids[0] as number, 1)).body.data.place_id).toBe(main)
  expect((await owner.remove(`/inventory/places/${closed}`)).status).toBe(422)
})

test('two who deliver the last piece of a place: one does', async () => {
  const product = await stocked([shop, 1])
  const orders = [await order(product, 1, shop), await order(product, 1, shop)]
  const replies = await Promise.all(orders.map(({ ids }) => deliver(ids[0] as number, 1)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const left = await Promise.all(orders.map((one) => shown(one)))
  expect(left).toEqual([
    [0, -1],
    [0, -1],
  ])
})

test('a keeper orders from his places, and is shown the stock of these', async () => {
  const product = await stocked([shop, 8], [van, 4])
  const acts = ['list', 'read', 'create', 'update'].map((verb) => `${verb}-sales-order`)
  const keeper = await clientWith(app, owner, [...acts, 'create-delivery-note', 'read-delivery-note'])
  const me = expectOk(await keeper.get('/auth/session')).body.data.id
  const { name, email, role_id, status } = await get(`/users/${me}`)
  expectOk(await owner.post(`/users/${me}`, { name, email, role_id, status, place_ids: [shop] }))
  const [own, other] = [await order(product, 2, shop), await order(product, 2, van)]
  expect(await shown(own, keeper as never)).toEqual([8, 6])
  expect(await shown(other, keeper as never)).toEqual([null, null])
  const reply = await keeper.post('/sales-orders', draft(product, { place_id: van }))
  expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['place_id']])
  expect(expectOk(await keeper.post('/sales-orders', draft(product))).body.data.place_id).toBe(shop)
  // He delivers from his own place what was meant to leave from another.
  const items = [{ order_line_id: other.ids[0], quantity: 1 }]
  const note = expectOk(await keeper.post('/delivery-notes', { note_date: today(), items })).body.data
  expect(note.place_id).toBe(shop)
})

test('a form asks what is available in a place: the one it names, or the usual one', async () => {
  const [product, other] = [await stocked([shop, 8], [van, 4]), await stocked([shop, 2])]
  await order(product, 5, shop)
  const ask = (query: string) => owner.get(`/inventory/availability?products=${product},${other}${query}`)
  const found = async (query: string) =>
    (expectOk(await ask(query)).body.data as Record<string, number>[])
      .map(({ product_id, on_hand, available }) => [product_id, on_hand, available])
      .toSorted(([a = 0], [b = 0]) => a - b)
  expect(await found(`&place_id=${shop}`)).toEqual([
    [product, 8, 3],
    [other, 2, 2],
  ])
  expect(await found('')).toEqual([
    [product, 18, 18],
    [other, 28, 28],
  ])
  expectOk(await owner.post(`/inventory/places/${van}`, body('السيارة', { is_usual: true })))
  expect(await found(`&branch_id=${branch}`)).toEqual([
    [product, 4, 4],
    [other, 0, 0],
  ])
  expectOk(await owner.post(`/inventory/places/${van}`, body('السيارة', { is_usual: false })))
  const stranger = await createOrganization(app)
  const theirs = await stranger.get(`/inventory/availability?products=${product}&place_id=${shop}`)
  expect([theirs.status, Object.keys(theirs.body.errors ?? {})]).toEqual([422, ['place_id']])
  expect(expectOk(await stranger.get(`/inventory/availability?products=${product}`)).body.data).toEqual([])
})
