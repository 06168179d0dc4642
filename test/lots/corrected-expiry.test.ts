import { expect, test } from 'vitest'
import { confirmedOrder, daysAgo } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, invoiceBody, onboardingBody, signUp } from '../harness/organization.ts'
import { everythingOf, figuresOf, importPackage } from '../imports/packages.ts'
import { trackedProduct } from './tracked-product.ts'

// The last day of a batch is corrected after records stated it: each of them is still returned, corrected, voided and copied (decision 0258).

const app = await createTestApp()
const owner = await createOrganization(app)
const old = daysAgo(-60)
const corrected = daysAgo(7)
let numbers = 0

const lots = [{ number: 'B-1', expires_on: old, quantity: 10 }]
const rowOf = (product_id: number) => ({ product_id, quantity: 10, price: 10, tax_rate: 15, lots })
const bought = (product_id: number) =>
  billBody(owner, {
    bill_number: `CE-${++numbers}`,
    bill_date: daysAgo(20),
    due_date: daysAgo(20),
    items: [rowOf(product_id)],
  })
const sold = (product_id: number, quantity: number, day: number, status = 'confirmed') =>
  invoiceBody(owner, {
    invoice_date: daysAgo(day),
    due_date: daysAgo(day),
    status,
    items: [
      {
        product_id,
        quantity,
        price: 60,
        tax_rate: 15,
        ...(status === 'draft' && { lots: [{ number: 'B-1', expires_on: old }] }),
      },
    ],
  })

async function correct(product_id: number, expires_on: string) {
  const [lot] = expectOk(await owner.get(`/inventory/lots?product_id=${product_id}`)).body.data
  return expectOk(await owner.post(`/inventory/lots/${lot.id}/expiry`, { expires_on })).body.data
}
const lotsOf = (data: { items: { lots: object[] }[] }) => data.items.map(({ lots: own }) => own)

test('documents with the old day are corrected and returned', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const bill = expectOk(await owner.post('/bills', bought(product_id))).body.data
  const sale = expectOk(await owner.post('/invoices', sold(product_id, 4, 5))).body.data
  await correct(product_id, corrected)
  // Sold before the day was corrected: it stays sold where the invoice is corrected, and a new one is refused.
  const [row] = sale.items
  const own = { product_id, quantity: 4, price: 61, tax_rate: 15, lots: row.lots }
  const body = { ...sold(product_id, 4, 5), items: [own], number: sale.number, version: sale.version }
  const edited = expectOk(await owner.post(`/invoices/${sale.id}`, { ...body, invoice_number: sale.invoice_number }))
  expect(lotsOf(edited.body.data)).toEqual([[{ number: 'B-1', expires_on: corrected, quantity: 4 }]])
  const refused = await owner.post('/invoices', {
    ...sold(product_id, 1, 5),
    items: [{ ...own, quantity: 1, lots: [{ number: 'B-1' }] }],
  })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['items.0.lots.0.number']])
  const note = { note_date: daysAgo(1), reason: 'مرتجع' }
  const back = { line_number: 1, quantity: 1, lots: [{ number: 'B-1', expires_on: old }] }
  expectOk(await owner.post(`/invoices/${sale.id}/credit-note`, { ...note, lines: [back] }))
  expectOk(await owner.post(`/bills/${bill.id}/supplier-credit`, { ...note, lines: [{ ...back, quantity: 2 }] }))
  expectOk(await owner.post(`/invoices/${sale.id}/credit-note`, { ...note, lines: [{ line_number: 1, quantity: 3 }] }))
})

test('a bill with the old day is corrected, and a void takes back what moved with it', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const bill = expectOk(await owner.post('/bills', bought(product_id))).body.data
  const sale = expectOk(await owner.post('/invoices', sold(product_id, 4, 5))).body.data
  await correct(product_id, daysAgo(-90))
  expectOk(await owner.remove(`/invoices/${sale.id}`))
  const bill_body = { ...bought(product_id), bill_number: bill.bill_number }
  const items = [{ ...rowOf(product_id), quantity: 11, lots: [{ ...lots[0], quantity: 11 }] }]
  const changed = expectOk(await owner.post(`/bills/${bill.id}`, { ...bill_body, items, version: bill.version }))
  expect(lotsOf(changed.body.data)).toEqual([[{ number: 'B-1', expires_on: daysAgo(-90), quantity: 11 }]])
  expectOk(await owner.remove(`/bills/${bill.id}`))
})

test('a draft with the old day is confirmed, and a copy is saved, with the corrected one', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  expectOk(await owner.post('/bills', bought(product_id)))
  const draft = expectOk(await owner.post('/invoices', sold(product_id, 2, 5, 'draft'))).body.data
  await correct(product_id, daysAgo(-90))
  const confirmed = expectOk(await owner.post(`/invoices/${draft.id}/confirm`, {})).body.data
  expect(lotsOf(confirmed)).toEqual([[{ number: 'B-1', expires_on: daysAgo(-90), quantity: 2 }]])
  const copy = expectOk(await owner.post('/bills', bought(product_id))).body.data
  expect(lotsOf(copy)).toEqual([[{ number: 'B-1', expires_on: daysAgo(-90), quantity: 10 }]])
  const other = bought(product_id)
  const items = [{ ...rowOf(product_id), lots: [{ number: 'B-1', expires_on: daysAgo(-91), quantity: 10 }] }]
  const refused = await owner.post('/bills', { ...other, items })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['items.0.lots.0.expires_on']])
})

test('goods notes, counts and openings with the old day are given back and corrected', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const ordered = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 5 }])
  const items = [{ order_line_id: ordered.ids[0], quantity: 10, lots }]
  const receipt = expectOk(await owner.post('/goods-receipts', { note_date: daysAgo(20), items })).body.data
  const count = { count_date: daysAgo(15), branch_id: owner.ids.branch, lines: [{ product_id, counted: 10, lots }] }
  const counted = expectOk(await owner.post('/inventory/counts', count)).body.data
  const [lot] = expectOk(await owner.get(`/inventory/lots?product_id=${product_id}`)).body.data
  expectOk(await owner.post(`/inventory/lots/${lot.id}/expiry`, { expires_on: daysAgo(-90) }))
  const nine = { ...count, lines: [{ product_id, counted: 9, lots: [{ ...lots[0], quantity: 9 }] }] }
  const fixed = expectOk(await owner.post(`/inventory/counts/${counted.id}`, nine)).body.data
  expect(fixed.lines[0].lots).toEqual([{ number: 'B-1', expires_on: daysAgo(-90), quantity: 9 }])
  expectOk(await owner.remove(`/inventory/counts/${counted.id}`))
  const back = [{ goods_line_id: receipt.items[0].id, quantity: 3, lots: [{ number: 'B-1', expires_on: old }] }]
  expectOk(await owner.post(`/goods-receipts/${receipt.id}/return`, { note_date: daysAgo(2), items: back }))
})

test('a count or an opening that changes only the day of a known batch is refused on its row', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  expectOk(await owner.post('/bills', bought(product_id)))
  const other = [{ number: 'B-1', expires_on: daysAgo(-61), quantity: 10 }]
  const line = (own: object[]) => ({
    count_date: daysAgo(15),
    branch_id: owner.ids.branch,
    lines: [{ product_id, counted: 10, lots: own }],
  })
  const fields = (reply: { status: number; body: { errors?: object } }) => [
    reply.status,
    ...Object.keys(reply.body.errors ?? {}),
  ]
  const refused = [422, 'lines.0.lots.0.expires_on']
  expect(fields(await owner.post('/inventory/counts', line(other)))).toEqual(refused)
  const { id } = expectOk(await owner.post('/inventory/counts', line(lots))).body.data
  expect(fields(await owner.post(`/inventory/counts/${id}`, line(other)))).toEqual(refused)
  const opened = await trackedProduct(owner, 'batch', true)
  const opening = async (expires_on: string) => {
    const { version } = expectOk(await owner.get('/accounting/opening')).body.data
    const stock = [
      { product_id: opened, quantity: 4, unit_cost: 3, lots: [{ number: 'O-1', expires_on, quantity: 4 }] },
    ]
    return owner.post('/accounting/opening', { opening_date: daysAgo(60), branch_id: owner.ids.branch, version, stock })
  }
  expectOk(await opening(old))
  expect(fields(await opening(daysAgo(-61)))).toEqual([422, 'stock.0.lots.0.expires_on'])
  expectOk(await opening(old))
})

test('a package brings back batches whose day was corrected between two records', async () => {
  const from = await createOrganization(app)
  const product_id = await trackedProduct(from, 'batch', true)
  const dates = (day: number) => ({ due_date: daysAgo(day) })
  const row = { product_id, price: 60, tax_rate: 15 }
  const bill = { ...dates(20), bill_number: 'P-1', bill_date: daysAgo(20), items: [{ ...row, quantity: 10, lots }] }
  expectOk(await from.post('/bills', billBody(from, bill)))
  const sale = { ...dates(5), invoice_date: daysAgo(5), status: 'confirmed', items: [{ ...row, quantity: 4 }] }
  expectOk(await from.post('/invoices', invoiceBody(from, sale)))
  const [lot] = expectOk(await from.get(`/inventory/lots?product_id=${product_id}`)).body.data
  expectOk(await from.post(`/inventory/lots/${lot.id}/expiry`, { expires_on: corrected }))
  const bought_later = { ...bill, ...dates(3), bill_number: 'P-2', bill_date: daysAgo(3) }
  expectOk(await from.post('/bills', billBody(from, bought_later)))
  const to = await signUp(app)
  expectOk(await to.post('/organization/onboarding/submit', onboardingBody(to.email)))
  expect((await importPackage(to, await everythingOf(app, from, 'csv'))).problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

test('a number in Arabic or Persian digits is the batch with the same Latin ones', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const body = bought(product_id)
  const named = (number: string) => ({ ...rowOf(product_id), lots: [{ number, expires_on: old, quantity: 10 }] })
  expectOk(await owner.post('/bills', { ...body, items: [named('ت-٠١٢٩')] }))
  const again = { ...bought(product_id), items: [named('ت-۰۱۲۹')] }
  const { data } = expectOk(await owner.post('/bills', again)).body
  expect(lotsOf(data)[0]).toMatchObject([{ number: 'ت-0129' }])
  const known = expectOk(await owner.get(`/inventory/lots?product_id=${product_id}`)).body.data
  expect(known).toMatchObject([{ number: 'ت-0129', quantity: 20 }])
  const found = expectOk(await owner.get(`/inventory/lots?keyword=${encodeURIComponent('٠١٢٩')}`)).body.data
  expect(found).toHaveLength(1)
  const serial = await trackedProduct(owner, 'serial')
  const piece = { product_id: serial, quantity: 1, price: 1, tax_rate: 15, lots: [{ number: 'SN-٧٧' }] }
  expectOk(await owner.post('/bills', { ...bought(product_id), items: [piece] }))
  const scanned = expectOk(await owner.get(`/products/by-barcode?barcode=${encodeURIComponent('SN-٧٧')}`)).body.data
  expect(scanned).toMatchObject({ id: serial, lot: { number: 'SN-77' } })
})
