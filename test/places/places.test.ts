import { describe, expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { type Client, createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Goods in more than one place (accounting rule 2.1-15): what a place has moves with transfers, the pool and its value do not.

const app = await createTestApp()
const owner = await createOrganization(app)
const place = (name: string, change: object = {}) =>
  owner.post('/inventory/places', { name, name_en: name, branch_id: owner.ids.branch, status: 'active', ...change })
const main = await idOf(place('المستودع'))
const shop = await idOf(place('المعرض'))
const van = await idOf(place('السيارة'))

type Body = Record<string, unknown>
const transfer = (from_place_id: number, to_place_id: number, items: Body[], change: Body = {}, by: Client = owner) =>
  by.post('/inventory/transfers', { transfer_date: daysAgo(10), from_place_id, to_place_id, items, ...change })
const of = (product_id: number, quantity: number | string) => [{ product_id, quantity }]
const held = async (place_id: number, product: number, date = today()) => {
  const rows = expectOk(await owner.get(`/inventory/place-stock?place_id=${place_id}&date=${date}`)).body.data
  return (rows as { id: number; quantity: number }[]).find(({ id }) => id === product)?.quantity ?? 0
}
const heldEverywhere = async (product: number, date?: string) =>
  Promise.all([main, shop, van].map((one) => held(one, product, date)))
const refusals = (reply: { status: number; body: { errors?: unknown } }) => [reply.status, reply.body.errors]
const sell = (product_id: number, quantity: number, day = today()) =>
  owner.post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: day,
      due_date: today(),
      items: [{ product_id, quantity, price: 60, tax_rate: 15 }],
    }),
  )

describe('the first place', () => {
  test('has all goods that there were before it', async () => {
    const product = await stockedProduct(owner, 30, '10')
    expect(await heldEverywhere(product)).toEqual([30, 0, 0])
    expect(await held(main, product, daysAgo(41))).toBe(0)
    const [first, ...others] = expectOk(await owner.get('/inventory/places')).body.data
    expect(first).toMatchObject({ name: 'المستودع', is_main: true })
    expect(others.map((one: { is_main: boolean }) => one.is_main)).toEqual([false, false])
  })
  test('is neither closed nor removed while there are others', async () => {
    const body = { name: 'المستودع', branch_id: owner.ids.branch, status: 'inactive' }
    expect((await owner.post(`/inventory/places/${main}`, body)).body.code).toBe('main_place_stays')
    expect((await owner.remove(`/inventory/places/${main}`)).body.code).toBe('main_place_stays')
  })
})

describe('a transfer', () => {
  test('moves quantity on its day, and neither value nor average', async () => {
    const product = await stockedProduct(owner, 30, '33.33')
    const valued = async () => {
      const { rows } = expectOk(await owner.get(`/reports/inventory-valuation?to=${today()}`)).body.data
      return rows.find((row: { key: string }) => row.key === `product:${product}`)?.figures
    }
    const before = await valued()
    const made = expectOk(await transfer(main, shop, of(product, '7.25'), { notes: 'للعرض' })).body.data
    expect(made).toMatchObject({ status: 'posted', notes: 'للعرض', from_place: { id: main }, to_place: { id: shop } })
    expect(made.number).toMatch(/^TRF-\d{4}-\d{6}$/)
    expect(made.items).toMatchObject([{ line_number: 1, product_id: product, quantity: 7.25 }])
    expect(await valued()).toEqual(before)
    expect(await heldEverywhere(product, daysAgo(11))).toEqual([30, 0, 0])
    expect(await heldEverywhere(product)).toEqual([22.75, 7.25, 0])
    expectOk(await transfer(shop, van, of(product, 7), { transfer_date: daysAgo(3) }))
    expect(await heldEverywhere(product, daysAgo(4))).toEqual([22.75, 7.25, 0])
    expect(await heldEverywhere(product)).toEqual([22.75, 0.25, 7])
  })

  test('is refused on its row where the place has less on that day or later', async () => {
    const [product, other] = [await stockedProduct(owner, 10, '10'), await stockedProduct(owner, 10, '10')]
    const short = (available: number) => `Only ${available} of it are in the place that it leaves`
    const both = [...of(other, 1), ...of(product, 11)]
    expect(refusals(await transfer(main, shop, both))).toEqual([422, { 'items.1.quantity': short(10) }])
    expectOk(await transfer(main, shop, of(product, 8), { transfer_date: daysAgo(5) }))
    // Eight of the ten left five days ago.
    expect(refusals(await transfer(main, van, of(product, 3)))).toEqual([422, { 'items.0.quantity': short(2) }])
    // They came five days ago.
    expect(refusals(await transfer(shop, van, of(product, 1)))).toEqual([422, { 'items.0.quantity': short(0) }])
  })

  test.each<[string, () => Body, string, string]>([
    ['to the same place', () => ({ to_place_id: main }), 'to_place_id', 'The goods are in this place already'],
    ['on a day that is not yet', () => ({ transfer_date: daysAgo(-3) }), 'transfer_date', 'The date is in the future'],
    ['of an unknown place', () => ({ from_place_id: 9_999_999 }), 'from_place_id', ''],
    ['without rows', () => ({ items: [] }), 'items', ''],
    ['of a service', () => ({ items: of(owner.ids.service, 1) }), 'items.0.product_id', ''],
    ['of nothing', () => ({ items: of(owner.ids.goods, 0) }), 'items.0.quantity', ''],
    [
      'of a product twice',
      () => ({ items: [...of(owner.ids.goods, 1), ...of(owner.ids.goods, 1)] }),
      'items.1.product_id',
      'The product is on another row',
    ],
  ])('%s is refused', async (_, change, field, words) => {
    const reply = await transfer(main, shop, of(owner.ids.goods, 1), change())
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors)).toEqual([field])
    expect(reply.body.errors[field]).toContain(words)
  })

  test('is refused to a closed place, and a place that holds goods is not closed', async () => {
    const product = await stockedProduct(owner, 10, '10')
    const name = 'مغلق'
    const closed = await idOf(place(name))
    const close = () =>
      owner.post(`/inventory/places/${closed}`, { name, branch_id: owner.ids.branch, status: 'inactive' })
    expectOk(await transfer(main, closed, of(product, 4)))
    expect((await close()).body.code).toBe('place_holds_goods')
    expectOk(await transfer(closed, main, of(product, 4)))
    expectOk(await close())
    const reply = await transfer(main, closed, of(product, 4))
    expect(Object.keys(reply.body.errors)).toEqual(['to_place_id'])
    expect((await owner.remove(`/inventory/places/${closed}`)).body.code).toBe('in_use')
  })

  test('keeps its rows, and takes other notes', async () => {
    const product = await stockedProduct(owner, 10, '10')
    const { id, version } = expectOk(await transfer(main, shop, of(product, 2))).body.data
    const path = `/inventory/transfers/${id}`
    const body = { transfer_date: daysAgo(10), from_place_id: main, to_place_id: shop, version }
    const more = await owner.post(path, { ...body, items: of(product, 3) })
    expect([more.status, more.body.code]).toEqual([422, 'transfer_kept'])
    const noted = await owner.post(path, { ...body, items: of(product, '2.0'), notes: 'بيد السائق' })
    expect(expectOk(noted).body.data).toMatchObject({ notes: 'بيد السائق', version: version + 1 })
    expect((await owner.post(path, { ...body, items: of(product, 2) })).status).toBe(409)
  })

  test('is taken back only while what came is still there', async () => {
    const product = await stockedProduct(owner, 10, '10')
    const first = await idOf(transfer(main, shop, of(product, 6)))
    const second = await idOf(transfer(shop, van, of(product, 1), { transfer_date: daysAgo(2) }))
    const early = await owner.remove(`/inventory/transfers/${first}`)
    expect([early.status, early.body.code]).toEqual([422, 'transfer_moved_on'])
    expectOk(await owner.remove(`/inventory/transfers/${second}`))
    expectOk(await owner.remove(`/inventory/transfers/${first}`))
    expect((await owner.remove(`/inventory/transfers/${first}`)).body.code).toBe('transfer_void')
    expect(await heldEverywhere(product)).toEqual([10, 0, 0])
  })

  test('of the last piece by two keepers at once goes to one of them', async () => {
    const product = await stockedProduct(owner, 1, '10')
    const replies = await Promise.all([shop, van, shop, van].map((to) => transfer(main, to, of(product, 1))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    const sold = await Promise.all([
      sell(product, 1),
      transfer(shop, van, of(product, 1)),
      transfer(van, shop, of(product, 1)),
    ])
    expect(sold[0].status).toBe(422)
    expect((await heldEverywhere(product)).reduce((all, one) => all + one, 0)).toBe(1)
  })

  test('needs its permission', async () => {
    const clerk = await clientWith(app, owner, ['list-product'])
    expect((await transfer(main, shop, of(owner.ids.goods, 1), {}, clerk)).status).toBe(403)
    expect((await clerk.get('/inventory/transfers')).status).toBe(403)
    const keeper = await clientWith(app, owner, ['transfer-stock'])
    expectOk(await transfer(main, shop, of(owner.ids.goods, 1), { transfer_date: today() }, keeper))
    expect((await keeper.post('/inventory/places', { name: 'آخر', branch_id: owner.ids.branch })).status).toBe(403)
  })
})

describe('what leaves with a document', () => {
  test('is refused on its row where the goods are elsewhere', async () => {
    const product = await stockedProduct(owner, 10, '10')
    expectOk(await transfer(main, shop, of(product, 8), { transfer_date: daysAgo(5) }))
    const sold = await sell(product, 3)
    expect(refusals(sold)).toEqual([422, { 'items.0.quantity': 'Only 2 of it are in the place that it leaves' }])
    // Before they went there were enough, but then fewer could have gone.
    expect((await sell(product, 3, daysAgo(8))).status).toBe(422)
    expectOk(await sell(product, 2, daysAgo(8)))
    expect(await heldEverywhere(product)).toEqual([0, 8, 0])
  })

  test('a bill is taken back only while its goods are where they came', async () => {
    const product = await stockedProduct(owner, 0, '10')
    const items = [{ product_id: product, quantity: 10, price: 10, tax_rate: 15 }]
    const bill = await idOf(owner.post('/bills', billBody(owner, { bill_date: daysAgo(20), items })))
    const moved = await idOf(transfer(main, shop, of(product, 1)))
    const reply = await owner.remove(`/bills/${bill}`)
    expect([reply.status, reply.body.code]).toEqual([422, 'place_short'])
    expectOk(await owner.remove(`/inventory/transfers/${moved}`))
    expectOk(await owner.remove(`/bills/${bill}`))
  })
})

test('the report of stock by place comes to the inventory account', async () => {
  const product = await stockedProduct(owner, 3, '33.3333')
  for (const to of [shop, van]) expectOk(await transfer(main, to, of(product, 1)))
  const valuation = expectOk(await owner.get(`/reports/inventory-valuation?to=${today()}`)).body.data
  const sheet = expectOk(await owner.get(`/reports/stock-by-place?to=${today()}&whole=true`)).body.data
  const own = sheet.rows.filter(({ key }: { key: string }) => key.endsWith(`:${product}`))
  expect(own.map((row: { figures: object }) => row.figures)).toMatchObject([
    { quantity: 1, value: 33.34 },
    { quantity: 1, value: 33.33 },
    { quantity: 1, value: 33.33 },
  ])
  expect(sheet.difference).toBe(0)
  expect(sheet.rows.at(-1).figures.value).toBe(valuation.rows.at(-1).figures.value)
})
