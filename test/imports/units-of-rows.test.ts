import { beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  onboardingBody,
  signUp,
  today,
} from '../harness/organization.ts'
import { runOf } from './import-files.ts'
import { everythingOf, figuresOf, importPackage } from './packages.ts'

// Rows in further units of their products leave with everything and come back as they were (decision 0256).

let app: TestApp
let from: Organization
beforeAll(async () => {
  app = await createTestApp()
  from = await createOrganization(app)
  await fillUnits(from)
})

async function fillUnits(owner: Organization): Promise<void> {
  const { goods, customer, supplier: supplier_id, branch, tax } = owner.ids
  const unit_id = await idOf(owner.post('/units', { code: 'CTN', name: 'كرتون', status: 'active' }))
  const addUnit = (own: object) =>
    idOf(owner.post('/product-units', { product_id: goods, unit_id, status: 'active', ...own }))
  const twelve = await addUnit({ content: '12', sale_price: '1100', barcodes: ['C-12'], usual_for_purchases: true })
  const ten = await addUnit({ content: '10' })
  const row = { product_id: goods, tax_rate: '15' }
  const items = [
    { ...row, product_unit_id: twelve, quantity: '1.5', price: '1100' },
    { ...row, product_unit_id: ten, quantity: '2', price: '900' },
    { ...row, quantity: '3', price: '100' },
  ]
  expectOk(await owner.post('/bills', { ...(await bodies.bills(owner)), items }))
  const sold = await idOf(owner.post('/invoices', invoiceBody(owner, { items })))
  const note = (line: object) => ({ note_date: today(), reason: 'إرجاع', lines: [line] })
  const whole = { line_number: 1, product_unit_id: twelve, quantity: '1' }
  expectOk(await owner.post(`/invoices/${sold}/credit-note`, note(whole)))
  expectOk(await owner.post(`/invoices/${sold}/credit-note`, note({ line_number: 2, quantity: '7' })))
  // One that is not used any more is still what its rows were in.
  const stored = expectOk(await owner.get(`/product-units/${ten}`)).body.data
  expectOk(await owner.post(`/product-units/${ten}`, { ...stored, status: 'inactive' }))
  const order = { customer_id: customer, branch_id: branch, currency_id: 1, tax_id: tax, order_date: today() }
  const ordered = { ...row, product_unit_id: twelve, quantity: '3', price: '1100' }
  expectOk(await owner.post('/sales-orders', { ...order, items: [ordered] }))
  const half = { ...row, product_unit_id: twelve, quantity: '1', price: '1100' }
  const bought = { supplier_id, branch_id: branch, currency_id: 1, tax_id: tax, order_date: today() }
  const kinds = [
    ['/sales-orders', '/delivery-notes', { ...order, items: [ordered, half] }],
    ['/purchase-orders', '/goods-receipts', { ...bought, items: [ordered, half] }],
  ] as const
  for (const [path, notes, body] of kinds) {
    const { id, items: rows } = expectOk(await owner.post(path, body)).body.data
    expectOk(await owner.post(`${path}/${id}/confirm`, {}))
    const moved = [
      { order_line_id: rows[0].id, quantity: '2', product_unit_id: twelve },
      { order_line_id: rows[1].id, quantity: '3' },
    ]
    expectOk(await owner.post(notes, { note_date: today(), items: moved }))
  }
  const prices = [
    { product_id: goods, product_unit_id: twelve, from_quantity: 5, price: 1000 },
    { product_id: goods, from_quantity: 5, price: 95 },
  ]
  const list = { name: 'جملة', currency_id: 1, audience: 'everyone', status: 'active', items: prices }
  expectOk(await owner.post('/price-lists', list))
  const transfer = await bodies.stockTransfers(owner)
  const moved = [{ product_id: goods, product_unit_id: twelve, quantity: '2' }]
  expectOk(await owner.post('/inventory/transfers', { ...transfer, items: moved }))
}

const rowsOf = async (owner: Client, path: string, keys: readonly string[]) => {
  const { data } = expectOk(await owner.get(path)).body
  const records = data as { id: number }[]
  const read = records.map(async ({ id }) => expectOk(await owner.get(`${path}/${id}`)).body.data.items)
  return (await Promise.all(read)).map((items: Record<string, unknown>[]) =>
    items.map((item) => keys.map((key) => item[key])),
  )
}
const stated = ['quantity', 'base_quantity', 'unit', 'price', 'net']
const saidOf = async (owner: Client) => ({
  units: expectOk(await owner.get('/product-units')).body.data.map((unit: Record<string, unknown>) =>
    ['content', 'sale_price', 'barcodes', 'usual_for_purchases', 'status'].map((key) => unit[key]),
  ),
  invoices: await rowsOf(owner, '/invoices', stated),
  bills: await rowsOf(owner, '/bills', stated),
  notes: await rowsOf(owner, '/credit-notes', stated),
  orders: await rowsOf(owner, '/sales-orders', [...stated, 'open']),
  transfers: await rowsOf(owner, '/inventory/transfers', ['quantity', 'base_quantity', 'unit']),
  deliveries: await rowsOf(owner, '/delivery-notes', ['quantity', 'base_quantity', 'unit', 'value']),
  receipts: await rowsOf(owner, '/goods-receipts', ['quantity', 'base_quantity', 'unit', 'value']),
  prices: (await rowsOf(owner, '/price-lists', ['from_quantity', 'price', 'unit'])).map((rows) =>
    rows.map(([quantity, price, unit]) => [quantity, price, (unit as { name: string }).name]),
  ),
})

test('rows in cartons, notes, orders, prices and transfers come back as they were', async () => {
  const to = await signUp(app)
  expectOk(await to.post('/organization/onboarding/submit', onboardingBody(to.email)))
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  expect(await saidOf(to)).toEqual(await saidOf(from))
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

test('a file of goods notes names units of products, and counts them out over the rows of the order', async () => {
  const { goods, supplier, branch, tax } = from.ids
  const { code } = expectOk(await from.get(`/products/${goods}`)).body.data
  const head = { supplier_id: supplier, branch_id: branch, currency_id: 1, tax_id: tax, order_date: today() }
  const row = { product_id: goods, tax_rate: '15', price: '10' }
  const order = {
    ...head,
    items: [
      { ...row, quantity: '18' },
      { ...row, quantity: '30' },
    ],
  }
  const { id, number } = expectOk(await from.post('/purchase-orders', order)).body.data
  expectOk(await from.post(`/purchase-orders/${id}/confirm`, {}))
  const line = (note: string, quantity: string, unit: string) =>
    `${note},${today()},${number},${code},${quantity},${unit}`
  const first = 'رقم السند,تاريخ السند,رقم الأمر,الصنف,الكمية,الوحدة'
  const good = line('GR-1', '2', 'كرتون (12)')
  const content = [first, good, line('GR-2', '1', 'طبلية'), line('GR-3', '3', 'كرتون (12)')].join('\n')
  const checked = await runOf(from, { kind: 'goods_receipts', content, commit: false })
  expect(checked).toMatchObject({ rows_new: 1, rows_refused: 2 })
  await runOf(from, { kind: 'goods_receipts', content: `${first}\n${good}` })
  const all = expectOk(await from.get('/goods-receipts')).body.data as { id: number; number: string }[]
  const received = all.find((note) => note.number === 'GR-1')
  const { items } = expectOk(await from.get(`/goods-receipts/${received?.id}`)).body.data
  // Eighteen of the first row are a carton and a half, and six of the second are half a carton.
  expect(items.map((item: Record<string, unknown>) => [item.quantity, item.base_quantity, item.unit])).toEqual([
    [1.5, 18, 'كرتون'],
    [0.5, 6, 'كرتون'],
  ])
})

test('a file names the unit of a row; a word that is none of its product is refused on its column', async () => {
  const { code } = expectOk(await from.get(`/products/${from.ids.goods}`)).body.data
  const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,رمز الصنف,الكمية,الوحدة,السعر,الضريبة'
  const { name } = expectOk(await from.get(`/customers/${from.ids.customer}`)).body.data
  const row = (number: string, unit: string) => `${number},${today()},${name},${code},1,${unit},100,15`
  const content = [head, row('F-1', 'كرتون (12)'), row('F-2', 'CTN'), row('F-3', 'طبلية'), row('F-4', '')].join('\n')
  const done = await runOf(from, { kind: 'invoices', content })
  // Two cartons of one name: the content says which one.
  expect(done).toMatchObject({ rows_new: 2, rows_refused: 2 })
  const refused = expectOk(await from.get(`/imports/${done.id}/rows?outcome=refused`)).body.data
  for (const { issues } of refused) expect(issues[0].column).toBe('product_unit_id')
})
