import { expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'

// A count is of one place: its difference is the place's and the pool's (accounting rule 2.1-15).

const app = await createTestApp()
const owner = await createOrganization(app)
const { branch } = owner.ids
const place = (name: string) => idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active' }))
const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]

const transfer = async (product_id: number, to_place_id: number, quantity: number) =>
  expectOk(
    await owner.post('/inventory/transfers', {
      transfer_date: daysAgo(10),
      from_place_id: main,
      to_place_id,
      items: [{ product_id, quantity }],
    }),
  )
const count = (product_id: number, counted: number, change: object = {}) =>
  owner.post('/inventory/counts', {
    count_date: daysAgo(5),
    branch_id: branch,
    lines: [{ product_id, counted }],
    ...change,
  })
const bookOf = async (product: number, place_id?: number, date = today()) => {
  const query = `date=${date}${place_id ? `&place_id=${place_id}` : ''}`
  const rows = expectOk(await owner.get(`/inventory/counts/sheet?${query}`)).body.data
  return rows.find((row: { id: number }) => row.id === product).quantity
}
const books = (product: number) => Promise.all([main, shop, van].map((one) => bookOf(product, one)))

test('a count of a place changes what this place has', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, shop, 8)
  expect(await bookOf(product, shop, daysAgo(11))).toBe(0)
  const made = expectOk(await count(product, 6, { place_id: shop })).body.data
  expect(made).toMatchObject({ place_id: shop, place: { name: 'المعرض' }, value: -20 })
  expect(made.lines).toMatchObject([{ book_quantity: 8, counted: 6, difference: -2, value: -20 }])
  expect(await books(product)).toEqual([22, 6, 0])
  expect(expectOk(await count(product, 23)).body.data).toMatchObject({ place: null, value: 10 })
  expect(await books(product)).toEqual([23, 6, 0])
  expect(await bookOf(product)).toBe(23)
})

test('a correction counts another place, and a void gives back what was there', async () => {
  const product = await stockedProduct(owner, 30, '10')
  await transfer(product, shop, 8)
  await transfer(product, van, 4)
  const { id } = expectOk(await count(product, 6, { place_id: shop })).body.data
  const body = { count_date: daysAgo(5), branch_id: branch, lines: [{ product_id: product, counted: 6 }] }
  expectOk(await owner.post(`/inventory/counts/${id}`, { ...body, place_id: van }))
  expect(await books(product)).toEqual([18, 8, 6])
  // What a body does not say stays.
  expectOk(await owner.post(`/inventory/counts/${id}`, { ...body, lines: [{ product_id: product, counted: 5 }] }))
  expect(await books(product)).toEqual([18, 8, 5])
  expectOk(await owner.remove(`/inventory/counts/${id}`))
  expect(await books(product)).toEqual([18, 8, 4])
})

test('a count is refused where later days would have less than nothing', async () => {
  const product = await stockedProduct(owner, 10, '10')
  await transfer(product, shop, 8)
  const away = {
    transfer_date: daysAgo(2),
    from_place_id: shop,
    to_place_id: van,
    items: [{ product_id: product, quantity: 5 }],
  }
  expectOk(await owner.post('/inventory/transfers', away))
  const few = await count(product, 4, { place_id: shop })
  expect([few.status, few.body.code]).toEqual([422, 'counted_too_low'])
  const surplus = expectOk(await count(product, 9, { place_id: shop })).body.data
  expectOk(
    await owner.post('/inventory/transfers', {
      ...away,
      transfer_date: today(),
      items: [{ product_id: product, quantity: 4 }],
    }),
  )
  const back = await owner.remove(`/inventory/counts/${surplus.id}`)
  expect([back.status, back.body.code, Object.keys(back.body.errors)]).toEqual([422, 'place_short', ['status']])
})

test('a count of an unknown or a closed place is refused on its field', async () => {
  const product = await stockedProduct(owner, 10, '10')
  const closed = await place('مغلق')
  expectOk(await owner.post(`/inventory/places/${closed}`, { name: 'مغلق', branch_id: branch, status: 'inactive' }))
  for (const place_id of [closed, 9_999_999]) {
    const reply = await count(product, 3, { place_id })
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['place_id']])
  }
})

test('the form of a product says all there is', async () => {
  const product = await stockedProduct(owner, 10, '10')
  await transfer(product, shop, 4)
  const stored = expectOk(await owner.get(`/products/${product}`)).body.data
  const { code, name, product_type_id, product_category_id, unit_id, sale_price, purchase_price, apply_tax, status } =
    stored
  const body = {
    code,
    name,
    product_type_id,
    product_category_id,
    unit_id,
    sale_price,
    purchase_price,
    apply_tax,
    status,
  }
  expectOk(await owner.post(`/products/${product}`, { ...body, quantity: '12' }))
  expect(await books(product)).toEqual([8, 4, 0])
})
