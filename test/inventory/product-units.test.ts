import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, type Organization } from '../harness/organization.ts'

// Further units of a product (decision 0256): rows in cartons, stock in pieces.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let carton: number
let cartonUnit: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const unit = { ...(await bodies.units(owner)), name: 'كرتون', name_en: 'Carton', code: 'CTN' }
  cartonUnit = await idOf(owner.post('/units', unit))
  carton = await addUnit({})
})
const unitBody = (own: object) => ({
  product_id: owner.ids.goods,
  unit_id: cartonUnit,
  content: '12',
  sale_price: '1100',
  status: 'active',
  ...own,
})
const addUnit = (own: object) => idOf(owner.post('/product-units', unitBody(own)))
const row = (own: object) => ({ product_id: owner.ids.goods, quantity: '2', price: '1100', tax_rate: '15', ...own })
const sale = (items: object[], own: object = {}) => owner.post('/invoices', invoiceBody(owner, { items, ...own }))
const onHand = async () => Number((await calls.get(`/products/${owner.ids.goods}`)).quantity)
const refused = async (reply: Promise<Reply>) => {
  const { status, body } = await reply
  return { status, ...(body as { code: string; errors: Record<string, string> }) }
}

test('an invoice in cartons takes pieces from the stock, and says cartons', async () => {
  const before = await onHand()
  const invoice = expectOk(await sale([row({ product_unit_id: carton })])).body.data
  expect(await onHand()).toBe(before - 24)
  const stated = { quantity: 2, base_quantity: 24, product_unit_id: carton, unit_content: 12, price: 1100, net: 2200 }
  expect(invoice.items[0]).toMatchObject({ ...stated, unit: 'كرتون', unit_en: 'Carton' })
  const read = (await calls.get(`/invoices/${invoice.id}`)) as { items: object[] }
  expect(read.items[0]).toMatchObject({ ...stated, unit: 'كرتون', unit_en: 'Carton' })
})

test('a row that names no unit is in the unit of the product', async () => {
  const before = await onHand()
  const { items } = expectOk(await sale([row({ price: '100' })])).body.data
  expect(items[0]).toMatchObject({ quantity: 2, base_quantity: 2, product_unit_id: null, unit_content: null })
  expect(await onHand()).toBe(before - 2)
})

test('the last price of a customer and of a product is that of one piece', async () => {
  const customer_id = await idOf(owner.post('/customers', await bodies.customers(owner)))
  expectOk(await sale([row({ product_unit_id: carton, price: '1200' })], { customer_id }))
  const ofCustomer = (await calls.get(`/customers/${customer_id}/overview`)) as { products: object[] }
  expect(ofCustomer.products).toMatchObject([{ quantity: 24, last_price: 100 }])
  const ofProduct = (await calls.get(`/products/${owner.ids.goods}/overview`)) as { buyers: { id: number }[] }
  expect(ofProduct.buyers.find(({ id }) => id === customer_id)).toMatchObject({ quantity: 24, last_price: 100 })
})

test('pieces and cartons of one product leave the stock together', async () => {
  const before = await onHand()
  expectOk(await sale([row({ product_unit_id: carton, quantity: '1.5' }), row({ quantity: '6', price: '100' })]))
  expect(await onHand()).toBe(before - 24)
})

test('a bill in cartons receives pieces at the value of its row', async () => {
  const before = await onHand()
  const items = [row({ product_unit_id: carton, quantity: '3', price: '960' })]
  expectOk(await owner.post('/bills', { ...(await bodies.bills(owner)), items }))
  expect(await onHand()).toBe(before + 36)
})

test('refuses a unit of another product, a missing one, one that is inactive, and a quantity that is not exact', async () => {
  const other = await idOf(owner.post('/products', await bodies.products(owner)))
  const ofOther = await addUnit({ product_id: other, content: '6' })
  const closed = await addUnit({
    unit_id: await idOf(owner.post('/units', await bodies.units(owner))),
    status: 'inactive',
  })
  const third = await addUnit({
    unit_id: await idOf(owner.post('/units', await bodies.units(owner))),
    content: '0.333333',
  })
  const say = async (own: object) => (await refused(sale([row({ price: '1' }), row(own)]))).errors
  expect(Object.keys(await say({ product_unit_id: ofOther }))).toEqual(['items.1.product_unit_id'])
  expect(Object.keys(await say({ product_unit_id: 99999999 }))).toEqual(['items.1.product_unit_id'])
  expect(Object.keys(await say({ product_unit_id: closed }))).toEqual(['items.1.product_unit_id'])
  expect(Object.keys(await say({ product_unit_id: third, quantity: '0.5' }))).toEqual(['items.1.quantity'])
})

test('refuses a content of zero, of one, of seven decimals, the own unit of the product, and the same unit twice', async () => {
  const say = async (own: object) => (await refused(owner.post('/product-units', unitBody(own)))).errors
  for (const content of ['0', '1', '1.0000001', '-2']) expect(Object.keys(await say({ content }))).toContain('content')
  expect(Object.keys(await say({ unit_id: owner.ids.unit }))).toEqual(['unit_id'])
  expect(Object.keys(await say({}))).toEqual(['content'])
})

test('the content of a unit in use stays; the unit is made inactive and a new one says the new content', async () => {
  const stored = (await calls.get(`/product-units/${carton}`)) as Record<string, unknown>
  const change = (own: object) => owner.post(`/product-units/${carton}`, { ...stored, ...own })
  expect((await refused(change({ content: '10' }))).errors.content).toContain('12')
  expectOk(await change({ status: 'inactive', sale_price: '' }))
  const ten = await addUnit({ content: '10' })
  const { items } = expectOk(await sale([row({ product_unit_id: ten })])).body.data
  expect(items[0]).toMatchObject({ base_quantity: 20 })
  expect((await refused(owner.remove(`/product-units/${carton}`))).code).toBe('in_use')
  const { version } = (await calls.get(`/product-units/${ten}`)) as { version: number }
  expectOk(await owner.post(`/product-units/${ten}`, { ...unitBody({ content: '10', status: 'inactive' }), version }))
  expectOk(await owner.post(`/product-units/${carton}`, unitBody({})))
})

test('an update that names no unit leaves the row in its unit, and an empty one takes the unit of the product', async () => {
  const draft = expectOk(await sale([row({ product_unit_id: carton })], { status: 'draft' })).body.data
  const change = async (own: object) => {
    const body = invoiceBody(owner, { items: [row(own)], status: 'draft', invoice_number: draft.invoice_number })
    return expectOk(await owner.post(`/invoices/${draft.id}`, body)).body.data.items[0]
  }
  expect(await change({ quantity: '3' })).toMatchObject({ quantity: 3, base_quantity: 36, product_unit_id: carton })
  expect(await change({ quantity: '3', product_unit_id: '' })).toMatchObject({
    base_quantity: 3,
    product_unit_id: null,
  })
})

test('a correction counts the goods in pieces again', async () => {
  const before = await onHand()
  const { id, invoice_number } = expectOk(await sale([row({ product_unit_id: carton })])).body.data
  const body = invoiceBody(owner, { items: [row({ product_unit_id: carton, quantity: '1' })], invoice_number })
  const { items } = expectOk(await owner.post(`/invoices/${id}`, body)).body.data
  expect(items[0]).toMatchObject({ quantity: 1, base_quantity: 12 })
  expect(await onHand()).toBe(before - 12)
})

test('a credit note takes three pieces of a carton, and a carton', async () => {
  const before = await onHand()
  const { id } = expectOk(await sale([row({ product_unit_id: carton, quantity: '2', price: '1000' })])).body.data
  const note = (line: object) =>
    owner.post(`/invoices/${id}/credit-note`, {
      note_date: invoiceBody(owner).invoice_date,
      reason: 'إرجاع',
      lines: [line],
    })
  const pieces = expectOk(await note({ line_number: 1, quantity: '3' })).body.data
  expect(pieces.items[0]).toMatchObject({ quantity: 3, base_quantity: 3, product_unit_id: null, net: 250 })
  expect(await onHand()).toBe(before - 21)
  const whole = expectOk(await note({ line_number: 1, product_unit_id: carton, quantity: '1' })).body.data
  expect(whole.items[0]).toMatchObject({ quantity: 1, base_quantity: 12, price: 1000, net: 1000, unit: 'كرتون' })
  const rest = expectOk(await note({ line_number: 1, quantity: '9' })).body.data
  expect(rest.items[0]).toMatchObject({ quantity: 9, net: 750 })
  expect(await onHand()).toBe(before)
})

test('a scan of the barcode of a carton means a carton', async () => {
  const stored = (await calls.get(`/product-units/${carton}`)) as Record<string, unknown>
  expectOk(await owner.post(`/product-units/${carton}`, { ...stored, barcodes: ['CARTON-1'] }))
  const { data } = (await owner.get('/products/by-barcode?barcode=CARTON-1')).body
  expect(data).toMatchObject({ id: owner.ids.goods, product_unit_id: carton })
  const taken = await refused(owner.post('/products', { ...(await bodies.products(owner)), barcodes: ['CARTON-1'] }))
  expect(taken.code).toBe('barcode_taken')
})

test('a unit of another organization is as unknown as a missing one', async () => {
  const stranger = await createOrganization(app)
  const items = [{ ...row({ product_unit_id: carton }), product_id: stranger.ids.goods }]
  const { errors } = await refused(stranger.post('/invoices', invoiceBody(stranger, { items })))
  expect(Object.keys(errors)).toEqual(['items.0.product_unit_id'])
})
