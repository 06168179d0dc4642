import { expect, test } from 'vitest'
import { daysAgo } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { trackedProduct } from './tracked-product.ts'

// Batches and serial numbers (decision 0258): what comes names its lot, what leaves names it or takes what expires first.

const app = await createTestApp()
const owner = await createOrganization(app)

type Body = Record<string, unknown>
const refusal = (reply: { status: number; body: { code?: string; errors?: Body } }) => [
  reply.status,
  Object.entries(reply.body.errors ?? {}).map(([field]) => field),
]
let numbers = 0
const buy = (items: Body[], change: Body = {}) =>
  owner.post(
    '/bills',
    billBody(owner, {
      bill_number: `LB-${++numbers}`,
      bill_date: daysAgo(20),
      due_date: daysAgo(20),
      items: items.map((item) => ({ price: 10, tax_rate: 15, ...item })),
      ...change,
    }),
  )
const sell = (items: Body[], change: Body = {}) =>
  owner.post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: daysAgo(10),
      due_date: daysAgo(10),
      status: 'confirmed',
      items: items.map((item) => ({ price: 60, tax_rate: 15, ...item })),
      ...change,
    }),
  )
const lotsOf = (data: { items: { lots: unknown }[] }) => data.items.map(({ lots }) => lots)

test('a bill names its batches, and an invoice takes what expires first', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const lots = [
    { number: 'B-LATE', expires_on: daysAgo(-90), quantity: 5 },
    { number: 'B-SOON', expires_on: daysAgo(-30), quantity: 3 },
  ]
  const bill = expectOk(await buy([{ product_id, quantity: 8, lots }])).body.data
  expect(lotsOf(bill)).toEqual([lots])
  const sold = expectOk(await sell([{ product_id, quantity: 4 }])).body.data
  expect(lotsOf(sold)).toEqual([
    [
      { number: 'B-SOON', expires_on: daysAgo(-30), quantity: 3 },
      { number: 'B-LATE', expires_on: daysAgo(-90), quantity: 1 },
    ],
  ])
  const read = expectOk(await owner.get(`/invoices/${sold.id}`)).body.data
  expect(lotsOf(read)).toEqual(lotsOf(sold))
  // Voided, they are back.
  expectOk(await owner.remove(`/invoices/${sold.id}`))
  const again = expectOk(await sell([{ product_id, quantity: 8 }])).body.data
  expect(lotsOf(again)[0]).toHaveLength(2)
})

test('rows are refused at their lots', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const plain = await trackedProduct(owner, 'none')
  const lot = { number: 'R-1', expires_on: daysAgo(-30), quantity: 5 }
  const missing = await buy([{ product_id, quantity: 5 }])
  expect(refusal(missing)).toEqual([422, ['items.0.lots']])
  expect(refusal(await buy([{ product_id: plain, quantity: 5, lots: [lot] }]))).toEqual([422, ['items.0.lots']])
  expect(refusal(await buy([{ product_id, quantity: 6, lots: [lot] }]))).toEqual([422, ['items.0.lots']])
  const unsaid = [{ number: 'R-1' }]
  expect(refusal(await buy([{ product_id, quantity: 6, lots: unsaid }]))).toEqual([422, ['items.0.lots.0.expires_on']])
  const twice = [
    { ...lot, quantity: 2 },
    { ...lot, quantity: 3 },
  ]
  expect(refusal(await buy([{ product_id, quantity: 5, lots: twice }]))).toEqual([422, ['items.0.lots.1.number']])
  expectOk(await buy([{ product_id, quantity: 5, lots: [lot] }]))
  // A scan without a day never erases the stored one; another day is refused.
  expectOk(await buy([{ product_id, quantity: 1, lots: unsaid }]))
  const other = [{ number: 'R-1', expires_on: daysAgo(-31) }]
  expect(refusal(await buy([{ product_id, quantity: 1, lots: other }]))).toEqual([422, ['items.0.lots.0.expires_on']])
  const much = [{ number: 'R-1' }]
  expect(refusal(await sell([{ product_id, quantity: 7, lots: much }]))).toEqual([422, ['items.0.quantity']])
  const unknown = [{ number: 'R-9' }]
  expect(refusal(await sell([{ product_id, quantity: 1, lots: unknown }]))).toEqual([422, ['items.0.lots.0.number']])
  expectOk(await buy([{ product_id, quantity: 9, lots: [{ number: 'R-2', expires_on: daysAgo(15) }] }]))
  const expired = [{ number: 'R-2' }]
  expect(refusal(await sell([{ product_id, quantity: 1, lots: expired }]))).toEqual([422, ['items.0.lots.0.number']])
  expectOk(await sell([{ product_id, quantity: 1, lots: expired }], { invoice_date: daysAgo(15) }))
  // What has expired is not proposed.
  expect(refusal(await sell([{ product_id, quantity: 7 }]))).toEqual([422, ['items.0.lots']])
  expect(refusal(await sell([{ product_id, quantity: 7, lots: much }]))).toEqual([422, ['items.0.lots.0.quantity']])
})

test('a serial number is one piece, in one place, once', async () => {
  const product_id = await trackedProduct(owner, 'serial')
  const serials = (...numbers: string[]) => numbers.map((number) => ({ number }))
  expectOk(await buy([{ product_id, quantity: 3, lots: serials('S1', 'S2', 'S3') }]))
  expect(refusal(await buy([{ product_id, quantity: 1, lots: serials('S2') }]))).toEqual([
    422,
    ['items.0.lots.0.number'],
  ])
  expect(refusal(await sell([{ product_id, quantity: 1 }]))).toEqual([422, ['items.0.lots']])
  const sold = expectOk(await sell([{ product_id, quantity: 1, lots: serials('S2') }])).body.data
  expect(lotsOf(sold)).toEqual([[{ number: 'S2', expires_on: null, quantity: 1 }]])
  const twice = await sell([{ product_id, quantity: 1, lots: serials('S2') }])
  expect(refusal(twice)).toEqual([422, ['items.0.lots.0.quantity']])
  const back = { note_date: daysAgo(5), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  const note = expectOk(await owner.post(`/invoices/${sold.id}/credit-note`, back)).body.data
  expect(lotsOf(note)).toEqual([[{ number: 'S2', expires_on: null, quantity: 1 }]])
  expectOk(
    await sell([{ product_id, quantity: 1, lots: serials('S2') }], { invoice_date: daysAgo(4), due_date: daysAgo(4) }),
  )
  expect((await owner.remove(`/credit-notes/${note.id}`)).status).toBe(422)
})

test('a correction moves the lots that it names', async () => {
  const product_id = await trackedProduct(owner, 'batch')
  expectOk(
    await buy([
      {
        product_id,
        quantity: 9,
        lots: [
          { number: 'C1', quantity: 4 },
          { number: 'C2', quantity: 5 },
        ],
      },
    ]),
  )
  const sold = expectOk(await sell([{ product_id, quantity: 2, lots: [{ number: 'C1' }] }])).body.data
  const body = invoiceBody(owner, {
    invoice_number: sold.invoice_number,
    invoice_date: daysAgo(10),
    due_date: daysAgo(10),
    items: [{ product_id, quantity: 2, price: 60, tax_rate: 15 }],
  })
  const same = expectOk(await owner.post(`/invoices/${sold.id}`, body)).body.data
  expect(lotsOf(same)).toEqual([[{ number: 'C1', expires_on: null, quantity: 2 }]])
  const items = [{ product_id, quantity: 2, price: 60, tax_rate: 15, lots: [{ number: 'C2' }] }]
  const other = expectOk(await owner.post(`/invoices/${sold.id}`, { ...body, items })).body.data
  expect(lotsOf(other)).toEqual([[{ number: 'C2', expires_on: null, quantity: 2 }]])
  expectOk(await sell([{ product_id, quantity: 4, lots: [{ number: 'C1' }] }]))
})

test('tracking stays what it is while there are lots, and begins where nothing is on hand', async () => {
  const product_id = await trackedProduct(owner, 'none')
  expectOk(await buy([{ product_id, quantity: 2 }]))
  const track = async (tracking: string) => {
    const { version: _, img: __, ...product } = expectOk(await owner.get(`/products/${product_id}`)).body.data
    return owner.post(`/products/${product_id}`, { ...product, tracking })
  }
  const held = await track('batch')
  expect([held.status, Object.keys(held.body.errors)]).toEqual([422, ['tracking']])
  expectOk(await sell([{ product_id, quantity: 2 }]))
  expectOk(await track('batch'))
  expectOk(await buy([{ product_id, quantity: 1, lots: [{ number: 'T1' }] }]))
  const off = await track('none')
  expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ['tracking']])
})

test('a scan of a batch or a serial number means its product and it', async () => {
  const product_id = await trackedProduct(owner, 'serial')
  expectOk(await buy([{ product_id, quantity: 1, lots: [{ number: 'SCAN-ME' }] }]))
  const scanned = expectOk(await owner.get('/products/by-barcode?barcode=SCAN-ME')).body.data
  expect(scanned).toMatchObject({ id: product_id, lot: { number: 'SCAN-ME', expires_on: null, is_serial: true } })
})

test('the card of a batch says where it came from, what is left, and which customers have it', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const lots = [{ number: 'RECALL', expires_on: daysAgo(-5) }]
  expectOk(await buy([{ product_id, quantity: 6, lots }]))
  const { id } = expectOk(await sell([{ product_id, quantity: 4 }])).body.data
  const back = { note_date: daysAgo(2), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  expectOk(await owner.post(`/invoices/${id}/credit-note`, back))
  const [lot] = expectOk(await owner.get(`/inventory/lots?product_id=${product_id}`)).body.data
  const { rows } = expectOk(await owner.get(`/reports/lot-card?lot_id=${lot.id}`)).body.data
  const figures = (rows as { key: string; figures: object }[]).map((row) => [row.key.split(':')[0], row.figures])
  expect(figures).toEqual([
    ['move', { stock_in: 6, stock_balance: 6 }],
    ['move', { stock_out: 4, stock_balance: 2 }],
    ['move', { stock_in: 1, stock_balance: 3 }],
    ['total', { stock_balance: 3 }],
    ['customers', {}],
    ['customer', { stock_out: 3 }],
  ])
  // What expires soon, with its share of the value; and its day once it is corrected.
  const expiring = expectOk(await owner.get('/reports/expiring-stock')).body.data.rows as typeof rows
  expect(expiring.find(({ key }: { key: string }) => key.startsWith(`lot:${lot.id}`))?.figures).toMatchObject({
    quantity: 3,
    value: 30,
    days: 5,
  })
  expectOk(await owner.post(`/inventory/lots/${lot.id}/expiry`, { expires_on: daysAgo(-90) }))
  const later = expectOk(await owner.get('/reports/expiring-stock')).body.data.rows as typeof rows
  expect(later.some(({ key }: { key: string }) => key.startsWith(`lot:${lot.id}`))).toBe(false)
})
