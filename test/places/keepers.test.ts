import { describe, expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { type Client, createTestApp, type Reply } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// A user who keeps places sees and moves their goods only (decision 0254).

const app = await createTestApp()
const owner = await createOrganization(app)
const { branch } = owner.ids
const place = (name: string) => idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active' }))
const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]
const product = await stockedProduct(owner, 60, '10')
const { version: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
expectOk(await owner.post('/organization/update', { ...profile, uses_places: true }))
type Body = Record<string, unknown>
const items = (quantity: number) => [{ product_id: product, quantity }]
const moved = (from_place_id: number, to_place_id: number, by: Client = owner) =>
  by.post('/inventory/transfers', { transfer_date: daysAgo(20), from_place_id, to_place_id, items: items(5) })
const [toShop, toVan] = [await idOf(moved(main, shop)), await idOf(moved(main, van))]
const counted = (place_id: number | null, by: Client = owner) =>
  by.post('/inventory/counts', {
    count_date: daysAgo(10),
    branch_id: branch,
    place_id,
    lines: [{ product_id: product, counted: 5 }],
  })
const [countShop, countVan] = [await idOf(counted(shop)), await idOf(counted(van))]
const order = await confirmedOrder(owner, 'sales-orders', [{ product_id: product, quantity: 20, price: 60 }])
const delivered = (place_id: number | undefined, by: Client = owner) =>
  by.post('/delivery-notes', { note_date: daysAgo(8), place_id, items: [{ order_line_id: order.ids[0], quantity: 1 }] })
const [noteShop, noteVan, noteMain] = [
  await idOf(delivered(shop)),
  await idOf(delivered(van)),
  await idOf(delivered(undefined)),
]
const sold = (place_id: number | undefined, by: Client = owner) =>
  by.post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: daysAgo(7),
      due_date: today(),
      place_id,
      items: [{ ...items(1)[0], price: 60, tax_rate: 15 }],
    }),
  )
const [saleVan, saleMain] = [await idOf(sold(van)), await idOf(sold(undefined))]

const everything = [
  'transfer-stock',
  'adjust-stock',
  'read-report-stock-by-place',
  'import-records',
  'list-reports',
  'create-credit-note',
  ...['invoice', 'delivery-note', 'sales-order', 'product'].flatMap((entity) =>
    ['list', 'read', 'create', 'update', 'delete'].map((verb) => `${verb}-${entity}`),
  ),
]
const keeper = await clientWith(app, owner, everything)
const me = expectOk(await keeper.get('/auth/session')).body.data.id
const user = expectOk(await owner.get(`/users/${me}`)).body.data
const keep = (place_ids: readonly number[] | '') => {
  const { name, email, role_id, status } = user
  return owner.post(`/users/${me}`, { name, email, role_id, status, place_ids })
}
expect(expectOk(await keep([shop])).body.data.place_ids).toEqual([shop])

const ids = (reply: Reply) => (expectOk(reply).body.data as { id: number }[]).map(({ id }) => id)

test('lists hold what is of the places of the keeper', async () => {
  expect(ids(await keeper.get('/inventory/transfers'))).toEqual([toShop])
  expect(ids(await keeper.get('/inventory/counts'))).toEqual([countShop])
  expect(ids(await keeper.get('/delivery-notes'))).toEqual([noteShop])
  expect(ids(await keeper.get('/inventory/places/list'))).toEqual([shop])
  const { rows } = expectOk(await keeper.get(`/reports/stock-by-place?to=${today()}`)).body.data
  expect((rows as { key: string }[]).map(({ key }) => key)).toEqual([
    `place:${shop}:${product}`,
    `place:${shop}`,
    'total',
  ])
  expect(ids(await owner.get('/delivery-notes')).sort()).toEqual([noteShop, noteVan, noteMain].sort())
})

describe('a record of another place is unknown', () => {
  const asked: readonly (readonly [string, () => Promise<Reply>])[] = [
    ['transfer', () => keeper.get(`/inventory/transfers/${toVan}`)],
    [
      'notes of a transfer',
      () =>
        keeper.post(`/inventory/transfers/${toVan}`, {
          transfer_date: daysAgo(20),
          from_place_id: main,
          to_place_id: van,
          items: items(5),
          notes: 'x',
        }),
    ],
    ['void of a transfer', () => keeper.remove(`/inventory/transfers/${toVan}`)],
    ['count', () => keeper.get(`/inventory/counts/${countVan}`)],
    ['void of a count', () => keeper.remove(`/inventory/counts/${countVan}`)],
    ['delivery', () => keeper.get(`/delivery-notes/${noteVan}`)],
    ['delivery of the main place', () => keeper.get(`/delivery-notes/${noteMain}`)],
    ['remarks of a delivery', () => keeper.post(`/delivery-notes/${noteVan}`, { notes: 'x' })],
    ['void of a delivery', () => keeper.remove(`/delivery-notes/${noteVan}`)],
    ['invoice of a delivery', () => keeper.post(`/delivery-notes/${noteVan}/invoice`, {})],
    ['attachments of a delivery', () => keeper.get(`/delivery-notes/${noteVan}/attachments`)],
    ['stock of a place', () => keeper.get(`/inventory/place-stock?place_id=${van}`)],
    ['stock of the main place', () => keeper.get(`/inventory/place-stock?place_id=${main}`)],
  ]
  test.each(asked)('%s', async (_, ask) => {
    expect((await ask()).status).toBe(404)
  })
})

describe('goods of another place are not moved', () => {
  const refused: readonly (readonly [string, () => Promise<Reply>, string])[] = [
    ['a transfer from it', () => moved(van, shop, keeper), 'from_place_id'],
    ['a transfer to it', () => moved(shop, van, keeper), 'to_place_id'],
    ['a void of what came from it', () => keeper.remove(`/inventory/transfers/${toShop}`), 'to_place_id'],
    ['its count', () => counted(van, keeper), 'place_id'],
    ['the count of the main place', () => counted(null, keeper), 'place_id'],
    ['its sheet', () => keeper.get(`/inventory/counts/sheet?place_id=${van}`), 'place_id'],
    ['a delivery', () => delivered(van, keeper), 'place_id'],
    ['an invoice', () => sold(van, keeper), 'place_id'],
    ['a void of its invoice', () => keeper.remove(`/invoices/${saleVan}`), 'status'],
    ['a void of an invoice of the main place', () => keeper.remove(`/invoices/${saleMain}`), 'status'],
    [
      'a credit note of its invoice',
      () =>
        keeper.post(`/invoices/${saleVan}/credit-note`, {
          note_date: today(),
          reason: 'x',
          lines: [{ line_number: 1, quantity: 1 }],
        }),
      'place_id',
    ],
  ]
  test.each(refused)('%s', async (_, ask, field) => {
    const reply = await ask()
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })
  test('the quantity of a product', async () => {
    const stored = expectOk(await owner.get(`/products/${product}`)).body.data as Body
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
    expect((await keeper.post(`/products/${product}`, { ...body, quantity: '1' })).body.code).toBe('place_not_kept')
  })
  test('a file of all places', async () => {
    const asked = await keeper.get('/imports/export?kind=stock_transfers&format=csv')
    expect([403, 422]).toContain(asked.status)
  })
})

test('goods of the own place move, and are what is meant where none is named', async () => {
  expect(expectOk(await sold(undefined, keeper)).body.data.place_id).toBe(shop)
  expect(expectOk(await delivered(undefined, keeper)).body.data.place_id).toBe(shop)
  expectOk(
    await keeper.post('/inventory/counts', {
      count_date: today(),
      branch_id: branch,
      place_id: shop,
      lines: [{ product_id: product, counted: 2 }],
    }),
  )
  expectOk(await keep([shop, main]))
  expectOk(await moved(main, shop, keeper))
  expect(ids(await keeper.get('/delivery-notes'))).toContain(noteMain)
  expectOk(await keep(''))
  expect(ids(await keeper.get('/inventory/transfers'))).toContain(toVan)
})
