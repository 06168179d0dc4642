import { expect, test } from 'vitest'
import { confirmedOrder, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Products below their reorder point are proposed, and ordered from whom they were last bought (decision 0257).

const app = await createTestApp()

async function company() {
  const owner = await createOrganization(app)
  const { version: _, ...profile } = await callsOf(owner).get('/organization/show')
  expectOk(await owner.post('/organization/update', { ...profile, uses_orders: true }))
  return owner
}
async function points(owner: Organization, product: number, change: object) {
  const stored = await callsOf(owner).get(`/products/${product}`)
  const { version: _, img: __, ...body } = stored
  return owner.post(`/products/${product}`, { ...body, quantity: String(body.quantity), ...change })
}
type Row = { label: { name: string }; texts: { supplier: { name: string } | null }; figures: Record<string, number> }
async function toBuy(owner: Organization) {
  const { rows } = expectOk(await owner.get('/reports/what-to-buy')).body.data as { rows: Row[] }
  return rows.map(({ figures }) => [
    figures.on_hand,
    figures.reserved,
    figures.on_order,
    figures.reorder_point,
    figures.proposed,
  ])
}
const waiting = async (owner: Organization) =>
  expectOk(await owner.get('/reports/home')).body.data.attention.products_to_buy
const supplierOf = (owner: Organization, name: string) =>
  idOf(owner.post('/suppliers', { name, email: 's@example.sa', type: 'company', status: 'active' }))

test('counts what is in stock, less what is sold, plus what is on order, and proposes what is missing', async () => {
  const owner = await company()
  const product = await stockedProduct(owner, 10, '8')
  expectOk(await points(owner, product, { reorder_point: '10' }))
  expect(await toBuy(owner)).toEqual([])
  await confirmedOrder(owner, 'sales-orders', [{ product_id: product, quantity: 4, price: 60 }])
  expect(await toBuy(owner)).toEqual([[10, 4, 0, 10, 4]])
  expect(await waiting(owner)).toBe(1)
  expectOk(await points(owner, product, { reorder_quantity: '25.5' }))
  expect(await toBuy(owner)).toEqual([[10, 4, 0, 10, 25.5]])
  await confirmedOrder(owner, 'purchase-orders', [{ product_id: product, quantity: 3, price: 8 }])
  expect(await toBuy(owner)).toEqual([[10, 4, 3, 10, 25.5]])
  await confirmedOrder(owner, 'purchase-orders', [{ product_id: product, quantity: 1, price: 8 }])
  expect([await toBuy(owner), await waiting(owner)]).toEqual([[], 0])
})

test('one press makes a draft for each supplier, and a second one orders nothing', async () => {
  const owner = await company()
  const [first, second, third] = [
    await stockedProduct(owner, 2, '8'),
    await stockedProduct(owner, 2, '9'),
    await stockedProduct(owner, 0, '0'),
  ]
  const other = await supplierOf(owner, 'مورد آخر')
  await confirmedOrder(owner, 'purchase-orders', [{ product_id: second, quantity: 1, price: 9 }], {
    supplier_id: other,
    order_date: today(),
  })
  for (const product of [first, second, third]) expectOk(await points(owner, product, { reorder_point: '5' }))
  const made = expectOk(await owner.post('/purchase-orders/reorder', {})).body.data
  expect(made).toMatchObject({ without_supplier: 1 })
  const orders = await Promise.all(
    (made.orders as { id: number }[]).map(({ id }) => callsOf(owner).get(`/purchase-orders/${id}`)),
  )
  expect(
    orders.map(({ supplier_id, status, order_date, items }) => [
      supplier_id,
      status,
      order_date,
      items.map(({ product_id, quantity, price, tax_rate }: Record<string, number>) => [
        product_id,
        quantity,
        price,
        tax_rate,
      ]),
    ]),
  ).toEqual(
    expect.arrayContaining([
      [owner.ids.supplier, 'draft', today(), [[first, 3, 40, 15]]],
      [other, 'draft', today(), [[second, 2, 40, 15]]],
    ]),
  )
  expect(orders).toHaveLength(2)
  // What was never bought is left for a person.
  expect(await toBuy(owner)).toEqual([[0, 0, 0, 5, 5]])
  expect((await owner.post('/purchase-orders/reorder', {})).body.code).toBe('no_supplier_to_order_from')
  expectOk(await points(owner, third, { reorder_point: '' }))
  expect((await owner.post('/purchase-orders/reorder', {})).body.code).toBe('nothing_to_buy')
})

test('two who press at once order it once', async () => {
  const owner = await company()
  const product = await stockedProduct(owner, 2, '8')
  expectOk(await points(owner, product, { reorder_point: '5' }))
  const replies = await Promise.all([1, 2, 3].map(() => owner.post('/purchase-orders/reorder', {})))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect(await toBuy(owner)).toEqual([])
})

test('an inactive product and an inactive supplier are not ordered', async () => {
  const owner = await company()
  const product = await stockedProduct(owner, 2, '8')
  expectOk(await points(owner, product, { reorder_point: '5' }))
  const { supplier } = owner.ids
  const { version: _, avatar: __, ...stored } = await callsOf(owner).get(`/suppliers/${supplier}`)
  const said = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
  expectOk(await owner.post(`/suppliers/${supplier}`, { ...said, status: 'inactive' }))
  expect((await owner.post('/purchase-orders/reorder', {})).body.code).toBe('no_supplier_to_order_from')
  expectOk(await points(owner, product, { status: 'inactive' }))
  expect(await toBuy(owner)).toEqual([])
})

test('a service has no reorder point, goods without limit are not proposed, and a quantity needs a point', async () => {
  const owner = await company()
  const product = await stockedProduct(owner, 2, '8')
  const fields = async (change: object, of = product) =>
    Object.keys((await points(owner, of, change)).body.errors ?? {})
  expect(await fields({ reorder_quantity: '5' })).toEqual(['reorder_point'])
  expect(await fields({ reorder_point: '-1' })).toEqual(['reorder_point'])
  expect(await fields({ reorder_point: '1', reorder_quantity: '0' })).toEqual(['reorder_quantity'])
  expectOk(await points(owner, product, { reorder_point: '1', reorder_quantity: '2' }))
  expect(await fields({ reorder_point: '' })).toEqual(['reorder_point'])
  const other = await stockedProduct(owner, 0, '0')
  expectOk(await points(owner, other, { reorder_point: '4' }))
  const service = { product_type_id: 2, unlimited_quantity: true }
  expect(await fields({ ...service, reorder_point: '4' }, other)).toEqual(['reorder_point'])
  expectOk(await points(owner, other, { unlimited_quantity: true }))
  expect(await toBuy(owner)).toEqual([])
  // What an update does not name stays, and an unlimited product is not counted again.
  const {
    unlimited_quantity: _,
    quantity: __,
    version: ___,
    img: ____,
    ...rest
  } = await callsOf(owner).get(`/products/${other}`)
  expectOk(await owner.post(`/products/${other}`, rest))
  expect(await callsOf(owner).get(`/products/${other}`)).toMatchObject({
    unlimited_quantity: true,
    quantity: null,
    reorder_point: 4,
  })
  expectOk(await owner.post(`/products/${other}`, { ...rest, product_type_id: 2, reorder_point: '' }))
  expect(await callsOf(owner).get(`/products/${other}`)).toMatchObject({ reorder_point: null })
})

test('is read and ordered by who may, in the own organization', async () => {
  const owner = await company()
  const product = await stockedProduct(owner, 2, '8')
  expectOk(await points(owner, product, { reorder_point: '5' }))
  const clerk = await clientWith(app, owner, ['read-home', 'read-report-inventory-valuation'])
  expect((await clerk.get('/reports/what-to-buy')).status).toBe(403)
  expect((await clerk.post('/purchase-orders/reorder', {})).status).toBe(403)
  expect(expectOk(await clerk.get('/reports/home')).body.data.attention.products_to_buy).toBe(0)
  const stranger = await company()
  expect(await toBuy(stranger)).toEqual([])
  expect((await stranger.post('/purchase-orders/reorder', {})).body.code).toBe('nothing_to_buy')
  expect(await toBuy(owner)).toHaveLength(1)
})
