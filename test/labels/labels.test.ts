import { beforeAll, expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { type Client, createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, type Organization } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { clientWith } from '../harness/role.ts'

// Labels of products and barcodes of the organization's own (decision 0259).

let app: TestApp
let owner: Organization
let coffee: number
let carton: number
const code = '6281000000014'
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  coffee = await stockedProduct(owner, 0, '0')
  const record = expectOk(await owner.get(`/products/${coffee}`)).body.data
  expectOk(await owner.post(`/products/${coffee}`, { ...record, name: 'قهوة', name_en: 'Coffee', barcodes: [code] }))
  const unit_id = await idOf(owner.post('/units', { ...(await bodies.units(owner)), name: 'كرتون', name_en: 'Carton' }))
  const unit = {
    product_id: coffee,
    unit_id,
    content: '12',
    sale_price: '600',
    barcodes: ['CARTON-9'],
    status: 'active',
  }
  carton = await idOf(owner.post('/product-units', unit))
})
const labels = (query: Record<string, string | number>, by: Client = owner): Promise<Reply> =>
  by.get(`/products/labels?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`)
const textOf = async (query: Record<string, string | number>) => {
  const params = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const headers = { authorization: `Bearer ${owner.token}` }
  const reply = await app.app.inject({ url: `/api/products/labels?${params}`, headers })
  expect(reply.headers['content-type']).toBe('application/pdf')
  return (await readPdf(reply.rawPayload)).text
}
const sheet = { layout: 'sheet_3x8', language: 'both' }
const times = (text: string, word: string) => text.split(word).length - 1

test('a label has the names, the price with tax, the unit and the barcode', async () => {
  const text = await textOf({ ...sheet, product_ids: coffee, copies: 3 })
  expect(times(text, code)).toBe(3)
  for (const word of ['Coffee', '69.00', 'VAT included']) expect(text).toContain(word)
  const boxed = await textOf({ ...sheet, product_ids: coffee, product_unit_id: carton })
  for (const word of ['CARTON-9', '690.00', 'Carton']) expect(boxed).toContain(word)
})

test('what came with a receipt gets as many labels as cartons or pieces came', async () => {
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id: coffee, quantity: 30, price: 40 }])
  const [order_line_id] = order.ids
  const items = [{ order_line_id, quantity: 2, product_unit_id: carton }]
  const receipt = await idOf(owner.post('/goods-receipts', { note_date: daysAgo(8), items }))
  expect(times(await textOf({ ...sheet, goods_receipt_id: receipt }), 'CARTON-9')).toBe(2)
  expect(times(await textOf({ ...sheet, goods_receipt_id: receipt, count_in: 'own' }), code)).toBe(24)
})

test('a bill gets labels of its goods, and none of its services', async () => {
  const items = [
    { product_id: coffee, quantity: 2.5, price: 40, tax_rate: 15 },
    { product_id: owner.ids.service, quantity: 7, price: 10, tax_rate: 15 },
  ]
  const bill = await idOf(owner.post('/bills', billBody(owner, { items })))
  expect(times(await textOf({ ...sheet, bill_id: bill }), code)).toBe(3)
})

test('one press gives a barcode to what has none, and prints; what has one keeps it', async () => {
  const desk = await stockedProduct(owner, 0, '0')
  const query = { ...sheet, product_ids: `${coffee},${desk}` }
  const refused = await labels(query)
  expect(refused).toMatchObject({ status: 422, body: { code: 'label_without_barcode' } })
  const give = () => owner.post('/products/own-barcodes', { product_ids: [coffee, desk] })
  const given = await Promise.all([give(), give()])
  expect(given.map((reply) => expectOk(reply).body.data.given).sort()).toEqual([0, 1])
  const read = async (id: number) => expectOk(await owner.get(`/products/${id}`)).body.data
  expect((await read(coffee)).barcodes).toEqual([code])
  const [own] = (await read(desk)).barcodes
  expect(own).toMatch(/^2\d{12}$/)
  expect(await textOf(query)).toContain(own)
  expect(expectOk(await owner.get(`/products/by-barcode?barcode=${own}`)).body.data.id).toBe(desk)
})

test('a unit gets a barcode of its own, another one than its product', async () => {
  const product = await stockedProduct(owner, 0, '0')
  const unit_id = await idOf(owner.post('/units', await bodies.units(owner)))
  const unit = await idOf(
    owner.post('/product-units', { product_id: product, unit_id, content: '6', status: 'active' }),
  )
  const body = { product_ids: [product], product_unit_id: unit }
  expect(expectOk(await owner.post('/products/own-barcodes', body)).body.data).toEqual({ given: 1 })
  const [own] = expectOk(await owner.get(`/product-units/${unit}`)).body.data.barcodes
  expect(expectOk(await owner.get(`/products/by-barcode?barcode=${own}`)).body.data).toMatchObject({
    id: product,
    product_unit_id: unit,
  })
})

test.each([
  ['two sources', { bill_id: 1, goods_receipt_id: 1 }, 'product_ids'],
  ['no source', {}, 'product_ids'],
  ['a product that is not there', { product_ids: 999_999 }, 'product_ids'],
  ['a bill that is not there', { bill_id: 999_999 }, 'bill_id'],
  ['an unknown sheet', { product_ids: 1, layout: 'sheet_9x9' }, 'layout'],
  ['a unit of several products', { product_ids: '1,2', product_unit_id: 1 }, 'product_unit_id'],
])('refuses %s on its field', async (_, query, field) => {
  const { status, body } = await labels({ ...sheet, ...query })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('refuses more labels than a file has room for', async () => {
  expect(await labels({ ...sheet, product_ids: coffee, copies: 2_401 })).toMatchObject({ status: 422 })
})

test('who reads products prints them, and needs the right to read what came; who only reads gives no barcode', async () => {
  const reader = await clientWith(app, owner, ['read-product'])
  expect((await labels({ ...sheet, product_ids: coffee }, reader)).status).toBe(200)
  expect((await labels({ ...sheet, bill_id: 1 }, reader)).status).toBe(403)
  expect((await reader.post('/products/own-barcodes', { product_ids: [coffee] })).status).toBe(403)
  const stranger = await createOrganization(app)
  expect((await labels({ ...sheet, product_ids: coffee }, stranger)).status).toBe(422)
})
