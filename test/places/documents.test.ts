import { expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// Documents and goods notes move the goods of their place (accounting rule 2.1-15, decision 0253).

const app = await createTestApp()
const owner = await createOrganization(app)
const { branch } = owner.ids
const place = (name: string, change: object = {}) =>
  idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active', ...change }))
const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]
const usePlaces = async () => {
  const { version: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
  return owner.post('/organization/update', { ...profile, uses_places: true })
}

type Body = Record<string, unknown>
const transfer = async (product_id: number, to_place_id: number, quantity: number, day = daysAgo(20)) =>
  expectOk(
    await owner.post('/inventory/transfers', {
      transfer_date: day,
      from_place_id: main,
      to_place_id,
      items: [{ product_id, quantity }],
    }),
  )
const held = async (place_id: number, product: number) => {
  const rows = expectOk(await owner.get(`/inventory/place-stock?place_id=${place_id}`)).body.data
  return (rows as { id: number; quantity: number }[]).find(({ id }) => id === product)?.quantity ?? 0
}
const books = (product: number) => Promise.all([main, shop, van].map((one) => held(one, product)))
const sale = (product_id: number, quantity: number, change: Body = {}) =>
  invoiceBody(owner, {
    invoice_date: daysAgo(10),
    due_date: today(),
    status: 'confirmed',
    items: [{ product_id, quantity, price: 60, tax_rate: 15 }],
    ...change,
  })
const sell = (product_id: number, quantity: number, change: Body = {}) =>
  owner.post('/invoices', sale(product_id, quantity, change))
const refusal = (reply: { status: number; body: { errors?: Body } }) => [reply.status, reply.body.errors]

test('an invoice takes the goods of its place, on its day and later ones', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, shop, 5)
  const made = expectOk(await sell(product, 3, { place_id: shop })).body.data
  expect(made).toMatchObject({ place_id: shop, place: { id: shop, name: 'المعرض' } })
  expect(await books(product)).toEqual([25, 2, 0])
  const short = { 'items.0.quantity': expect.stringContaining('Only 2 of it') }
  expect(refusal(await sell(product, 3, { place_id: shop }))).toMatchObject([422, short])
  // The shop had five then, and sold three of them since.
  expect(refusal(await sell(product, 3, { place_id: shop, invoice_date: daysAgo(15) }))).toMatchObject([422, short])
  const none = { 'items.0.quantity': expect.stringContaining('Only 0 of it') }
  expect(refusal(await sell(product, 1, { place_id: shop, invoice_date: daysAgo(30) }))).toMatchObject([422, none])
  // Every row that is short is named.
  const rows = [2, 2].map((quantity) => ({ product_id: product, quantity, price: 60, tax_rate: 15 }))
  const both = await sell(product, 1, { place_id: van, items: rows })
  expect(Object.keys(both.body.errors ?? {})).toEqual(['items.0.quantity', 'items.1.quantity'])
  expect(await books(product)).toEqual([25, 2, 0])
})

test('a correction moves goods of another place, a void gives them back where they were', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, shop, 5)
  const bill = billBody(owner, {
    bill_number: 'PL-1',
    bill_date: daysAgo(9),
    due_date: today(),
    place_id: van,
    items: [{ product_id: product, quantity: 4, price: 10, tax_rate: 15 }],
  })
  const { id } = expectOk(await owner.post('/bills', bill)).body.data
  expect(await books(product)).toEqual([25, 5, 4])
  expectOk(await owner.post(`/bills/${id}`, { ...bill, place_id: shop }))
  expect(await books(product)).toEqual([25, 9, 0])
  // What a body does not say stays.
  const { place_id: _, ...unsaid } = bill
  const kept = expectOk(await owner.post(`/bills/${id}`, { ...unsaid, notes: 'بلا مستودع' })).body.data
  expect([kept.place_id, await books(product)]).toEqual([shop, [25, 9, 0]])
  expectOk(await sell(product, 8, { place_id: shop, invoice_date: daysAgo(8) }))
  const spent = await owner.post(`/bills/${id}`, { ...bill, place_id: van })
  expect([spent.status, spent.body.code, Object.keys(spent.body.errors ?? {})]).toEqual([
    422,
    'place_short',
    ['status'],
  ])
  expect((await owner.remove(`/bills/${id}`)).body.code).toBe('place_short')
  expect(await books(product)).toEqual([25, 1, 0])
})

test('a note brings goods back to the place of its document, or to the one it names', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, shop, 6)
  const { id } = expectOk(await sell(product, 6, { place_id: shop })).body.data
  const credit = (change: Body) =>
    owner.post(`/invoices/${id}/credit-note`, {
      note_date: daysAgo(5),
      reason: 'مرتجع',
      lines: [{ line_number: 1, quantity: 2 }],
      ...change,
    })
  const back = expectOk(await credit({})).body.data
  expect([back.place_id, await books(product)]).toEqual([shop, [24, 2, 0]])
  expectOk(await credit({ place_id: van }))
  expect(await books(product)).toEqual([24, 2, 2])
  expectOk(await owner.remove(`/credit-notes/${back.id}`))
  expect(await books(product)).toEqual([24, 0, 2])
})

test('goods notes move the goods of their place, and what is returned goes there', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, van, 6)
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id: product, quantity: 10, price: 60 }])
  const deliver = (quantity: number, place_id?: number) =>
    owner.post('/delivery-notes', {
      note_date: daysAgo(8),
      place_id,
      items: [{ order_line_id: order.ids[0], quantity }],
    })
  expect(refusal(await deliver(7, van))).toMatchObject([
    422,
    { 'items.0.quantity': expect.stringContaining('Only 6 of it') },
  ])
  const note = expectOk(await deliver(4, van)).body.data
  expect([note.place, await books(product)]).toMatchObject([{ name: 'السيارة' }, [24, 0, 2]])
  const items = [{ goods_line_id: note.items[0].id, quantity: 1 }]
  const returned = (change: Body) =>
    owner.post(`/delivery-notes/${note.id}/return`, { note_date: daysAgo(7), items, ...change })
  const { id: first } = expectOk(await returned({})).body.data
  expectOk(await returned({ place_id: shop }))
  expect(await books(product)).toEqual([24, 1, 3])
  // Its invoice names the place, so that a later credit note finds it.
  const draft = expectOk(await owner.post(`/delivery-notes/${note.id}/invoice`, {})).body.data
  expect(expectOk(await owner.get(`/invoices/${draft.id}`)).body.data.place_id).toBe(van)
  expectOk(await owner.remove(`/delivery-notes/${first}`))
  expect(await books(product)).toEqual([24, 1, 2])
})

test('where none is named it is the usual place of the user, of the branch, or the main one', async () => {
  const product = await stockedProduct(owner, 30, '10')
  for (const one of [shop, van]) await transfer(product, one, 5)
  const placeOf = async (change: Body = {}) => expectOk(await sell(product, 1, change)).body.data.place_id
  expect(await placeOf()).toBeNull()
  expectOk(await usePlaces())
  expect(await placeOf()).toBe(main)
  const usual = (id: number, name: string, is_usual: boolean) =>
    owner.post(`/inventory/places/${id}`, { name, branch_id: branch, status: 'active', is_usual })
  expectOk(await usual(shop, 'المعرض', true))
  expect(await placeOf()).toBe(shop)
  expectOk(await usual(van, 'السيارة', true))
  expect(await placeOf()).toBe(van)
  const { data: users } = expectOk(await owner.get('/users')).body
  const [me] = users as Body[]
  const { name, email, role_id, status } = me as Body
  expectOk(await owner.post(`/users/${me?.id}`, { name, email, role_id, status, place_id: shop }))
  expect(await placeOf()).toBe(shop)
  expect(await placeOf({ place_id: van })).toBe(van)
  expect(await books(product)).toEqual([18, 3, 3])
  expectOk(await owner.post(`/users/${me?.id}`, { name, email, role_id, status, place_id: '' }))
})

test('a closed or an unknown place is refused on its field', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const closed = await place('مغلق')
  expectOk(await owner.post(`/inventory/places/${closed}`, { name: 'مغلق', branch_id: branch, status: 'inactive' }))
  for (const place_id of [closed, 9_999_999]) {
    const reply = await sell(product, 1, { place_id })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['place_id']])
  }
})
