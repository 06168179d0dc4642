import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { membersOf, roleOf } from '../harness/memberships.ts'
import { callsOf, createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

const listOf = (change: object) => ({
  name: `قائمة ${crypto.randomUUID()}`,
  currency_id: owner.ids.currency,
  status: 'active',
  audience: 'everyone',
  ...change,
})
const save = async (change: object) => expectOk(await owner.post('/price-lists', listOf(change))).body.data
const errorsOf = async (change: object) => (await owner.post('/price-lists', listOf(change))).body.errors
const row = (change: object = {}) => ({ product_id: owner.ids.goods, price: 90, ...change })
type Step = { product_id: number; rank: number; from_quantity: number; price: number; list: { id: number } }
const stepsFor = async (change: object = {}): Promise<Step[]> => {
  const asked = { currency_id: owner.ids.currency, date: today(), products: owner.ids.goods, ...change }
  const query = Object.entries(asked).map(([name, value]) => `${name}=${value}`)
  return callsOf(owner).get(`/price-lists/prices?${query.join('&')}`)
}

describe('a price list', () => {
  test('keeps its prices by quantity, its days and its customers', async () => {
    const list = await save({
      audience: 'customers',
      customers: [{ customer_id: owner.ids.customer }],
      starts_on: '2026-01-01',
      items: [row(), row({ from_quantity: '10.5', price: null, percent_off: '12.5' })],
    })
    expect(list).toMatchObject({
      audience: 'customers',
      prices_include_tax: false,
      starts_on: '2026-01-01',
      ends_on: null,
      customers: [{ customer_id: owner.ids.customer }],
      items: [
        { line_number: 1, from_quantity: 1, price: 90, percent_off: null },
        { line_number: 2, from_quantity: 10.5, price: null, percent_off: 12.5 },
      ],
    })
    // What a body does not name stays.
    const { id, name, currency_id, version } = list
    const body = { name, currency_id, status: 'inactive', audience: 'customers', items: [row()], version }
    const changed = expectOk(await owner.post(`/price-lists/${id}`, body)).body.data
    expect(changed).toMatchObject({ starts_on: '2026-01-01', customers: [{ customer_id: owner.ids.customer }] })
    expect((await owner.post(`/price-lists/${id}`, body)).status).toBe(409)
    expectOk(await owner.remove(`/price-lists/${id}`))
  })

  test.each<[string, { items?: object[] } & Record<string, unknown>, string]>([
    ['a branch where it is for one', { audience: 'branch' }, 'branch_id'],
    ['an end that is not before its start', { starts_on: '2026-02-01', ends_on: '2026-01-31' }, 'ends_on'],
    ['a price or a percentage', { items: [{}] }, 'items.0.price'],
    ['a price alone', { items: [{ price: 1, percent_off: 1 }] }, 'items.0.price'],
    ['a step once', { items: [{ price: 1 }, { price: 2, from_quantity: '1.0' }] }, 'items.1.from_quantity'],
    ['a percentage in base currency', { currency_id: 2, items: [{ percent_off: 5 }] }, 'items.0.percent_off'],
    ['a known product', { items: [{ price: 1, product_id: 987_654 }] }, 'items.0.product_id'],
    ['a known customer', { audience: 'customers', customers: [{ customer_id: 987_654 }] }, 'customers.0.customer_id'],
    ['a known branch', { audience: 'branch', branch_id: 987_654 }, 'branch_id'],
  ])('asks for %s', async (_, change, field) => {
    const items = (change.items ?? [{ price: 1 }]).map((one) => ({ product_id: owner.ids.goods, ...one }))
    expect(Object.keys(await errorsOf({ ...change, items }))).toEqual([field])
  })
})

test('the list of a customer comes before that of the branch, and that before the one for everyone', async () => {
  const everyone = await save({ items: [row({ price: null, percent_off: 5 })] })
  const branch = await save({ audience: 'branch', branch_id: owner.ids.branch, items: [row({ price: 92 })] })
  const members = [{ customer_id: owner.ids.customer }]
  const older = await save({ audience: 'customers', customers: members, items: [row({ price: 80 })] })
  const newer = await save({
    audience: 'customers',
    customers: members,
    starts_on: '2026-01-01',
    ends_on: today(),
    items: [row({ price: 70, from_quantity: 10 })],
  })
  const inactive = await save({ status: 'inactive', items: [row({ price: 1 })] })
  const foreign = await save({ currency_id: 2, items: [row({ price: 1 })] })
  const places = { customer_id: owner.ids.customer, branch_id: owner.ids.branch }
  const order = (steps: Step[]) => steps.map(({ list, price }) => [list.id, price])
  // 5 percent off the product's own price of 100.
  expect(order(await stepsFor(places))).toEqual([
    [newer.id, 70],
    [older.id, 80],
    [branch.id, 92],
    [everyone.id, 95],
  ])
  expect(order(await stepsFor({ ...places, date: '2025-12-31' })).map(([id]) => id)).not.toContain(newer.id)
  expect(order(await stepsFor())).toEqual([[everyone.id, 95]])
  expect(order(await stepsFor({ currency_id: 2 }))).toEqual([[foreign.id, 1]])
  expect((await stepsFor(places)).map(({ list }) => list.id)).not.toContain(inactive.id)
})

test('a product or a customer of a list is not deleted under it', async () => {
  const product_id = await idOf(owner.post('/products', await bodies.products(owner)))
  const customer_id = await idOf(owner.post('/customers', await bodies.customers(owner)))
  await save({ audience: 'customers', customers: [{ customer_id }], items: [row({ product_id })] })
  expect((await owner.remove(`/products/${product_id}`)).headers.refusal).toBe('in_use')
  expect((await owner.remove(`/customers/${customer_id}`)).headers.refusal).toBe('in_use')
})

test('who writes invoices reads prices, and not the lists; a stranger reads nothing of another', async () => {
  await save({ items: [row({ price: 99, from_quantity: 7 })] })
  const role = await roleOf(owner, ['create-invoice', 'list-invoice'])
  const { there } = await membersOf(app).memberOfTwo(owner, role)
  const asked = `currency_id=${owner.ids.currency}&date=${today()}&products=${owner.ids.goods}`
  expect(expectOk(await there.get(`/price-lists/prices?${asked}`)).body.data.length).toBeGreaterThan(0)
  expect((await there.get('/price-lists')).status).toBe(403)
  const stranger = await createOrganization(app)
  expect(expectOk(await stranger.get(`/price-lists/prices?${asked}`)).body.data).toEqual([])
})
