import { expect, test } from 'vitest'
import { confirmedOrder, daysAgo } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody } from '../harness/organization.ts'
import { trackedProduct } from './tracked-product.ts'

// Every record that moves goods moves their lots: deliveries, receipts, returns, transfers, counts, opening stock and notes (decision 0258).

const app = await createTestApp()
const owner = await createOrganization(app)
const place = (name: string) =>
  idOf(owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' }))
const [main, shop] = [await place('المستودع'), await place('المعرض')]
let numbers = 0
const buy = (product_id: number, lots: { number: string; quantity?: number; expires_on?: string }[], day = 20) =>
  owner.post(
    '/bills',
    billBody(owner, {
      bill_number: `LD-${++numbers}`,
      bill_date: daysAgo(day),
      due_date: daysAgo(day),
      items: [
        {
          product_id,
          quantity: lots.reduce((sum, { quantity = 1 }) => sum + quantity, 0),
          price: 10,
          tax_rate: 15,
          lots,
        },
      ],
    }),
  )
const sell = (product_id: number, lots: object[], quantity: number, day = 5) =>
  owner.post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: daysAgo(day),
      due_date: daysAgo(day),
      status: 'confirmed',
      items: [{ product_id, quantity, price: 60, tax_rate: 15, lots }],
    }),
  )
const fields = (reply: { status: number; body: { errors?: object } }) => [
  reply.status,
  ...Object.keys(reply.body.errors ?? {}),
]
type Shown = { lots: { number: string; quantity: number }[] }
const shown = (items: Shown[]) =>
  items.map(({ lots }) => lots?.map(({ number, quantity }) => `${number} ${quantity}`).join(', '))

test('a receipt names its batches, a delivery takes them, and what is invoiced of it moves none again', async () => {
  const product_id = await trackedProduct(owner, 'batch')
  const ordered = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 5 }])
  const row = { order_line_id: ordered.ids[0], quantity: 6 }
  expect(fields(await owner.post('/goods-receipts', { note_date: daysAgo(15), items: [row] }))).toEqual([
    422,
    'items.0.lots',
  ])
  const lots = [
    { number: 'G1', quantity: 4 },
    { number: 'G2', quantity: 2 },
  ]
  const receipt = expectOk(await owner.post('/goods-receipts', { note_date: daysAgo(15), items: [{ ...row, lots }] }))
    .body.data
  expect(shown(receipt.items)).toEqual(['G1 4, G2 2'])
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 5, price: 60 }])
  const going = { note_date: daysAgo(9), items: [{ order_line_id: order.ids[0], quantity: 5 }] }
  const delivery = expectOk(await owner.post('/delivery-notes', going)).body.data
  expect(shown(delivery.items)).toEqual(['G1 4, G2 1'])
  const back = { note_date: daysAgo(8), items: [{ goods_line_id: delivery.items[0].id, quantity: 2 }] }
  expect(fields(await owner.post(`/delivery-notes/${delivery.id}/return`, back))).toEqual([422, 'items.0.lots'])
  const named = { ...back, items: [{ ...back.items[0], lots: [{ number: 'G1' }] }] }
  const returned = expectOk(await owner.post(`/delivery-notes/${delivery.id}/return`, named)).body.data
  expect(shown(returned.items)).toEqual(['G1 2'])
  const made = expectOk(await owner.post(`/delivery-notes/${delivery.id}/invoice`, {})).body.data
  expectOk(await owner.post(`/invoices/${made.id}/confirm`, {}))
  // What is left of the row is 2 of G1 and 1 of G2.
  const credit = (line: object) =>
    owner.post(`/invoices/${made.id}/credit-note`, { note_date: daysAgo(0), reason: 'مرتجع', lines: [line] })
  expect(fields(await credit({ line_number: 1, quantity: 1, lots: [{ number: 'G9' }] }))).toEqual([
    422,
    'lines.0.lots.0.number',
  ])
  expectOk(await credit({ line_number: 1, quantity: 1, lots: [{ number: 'G2' }] }))
  expectOk(await sell(product_id, [{ number: 'G2' }], 2, 0))
  expectOk(await owner.remove(`/delivery-notes/${returned.id}`))
  expect((await owner.remove(`/goods-receipts/${receipt.id}`)).status).toBe(422)
})

test('a transfer brings its lots, in one step and in two', async () => {
  const product_id = await trackedProduct(owner, 'serial')
  expectOk(await buy(product_id, [{ number: 'A' }, { number: 'B' }, { number: 'C' }]))
  const move = (items: object[], change = {}) =>
    owner.post('/inventory/transfers', {
      transfer_date: daysAgo(9),
      from_place_id: main,
      to_place_id: shop,
      items,
      ...change,
    })
  expect(fields(await move([{ product_id, quantity: 1 }]))).toEqual([422, 'items.0.lots'])
  expectOk(await move([{ product_id, quantity: 1, lots: [{ number: 'A' }] }]))
  expect(fields(await move([{ product_id, quantity: 1, lots: [{ number: 'A' }] }]))).toEqual([
    422,
    'items.0.lots.0.quantity',
  ])
  const both = [{ product_id, quantity: 2, lots: [{ number: 'B' }, { number: 'C' }] }]
  const sent = expectOk(await move(both, { in_transit: true })).body.data
  const receive = (items: object[]) =>
    owner.post(`/inventory/transfers/${sent.id}/receive`, { transfer_date: daysAgo(7), items })
  expect(fields(await receive([{ product_id, quantity: 1 }]))).toEqual([422, 'items.0.lots'])
  expect(fields(await receive([{ product_id, quantity: 1, lots: [{ number: 'A' }] }]))).toEqual([
    422,
    'items.0.lots.0.number',
  ])
  expectOk(await receive([{ product_id, quantity: 1, lots: [{ number: 'C' }] }]))
  const rest = expectOk(await receive([{ product_id, quantity: 1 }])).body.data
  const [, last] = rest.receipts
  expect(shown(expectOk(await owner.get(`/inventory/transfers/${last.id}`)).body.data.items)).toEqual(['B 1'])
  expect(fields(await sell(product_id, [{ number: 'B' }], 1))).toEqual([
    422,
    'items.0.quantity',
    'items.0.lots.0.quantity',
  ])
  expectOk(await owner.remove(`/inventory/transfers/${last.id}`))
})

test('a count says what is there of each batch, also where only the batches differ', async () => {
  const product_id = await trackedProduct(owner, 'batch')
  expectOk(
    await buy(
      product_id,
      [
        { number: 'K1', quantity: 13 },
        { number: 'K2', quantity: 4 },
      ],
      30,
    ),
  )
  expectOk(await sell(product_id, [{ number: 'K1' }], 2, 5))
  const count = (line: object, id = '') =>
    owner.post(`/inventory/counts${id}`, {
      count_date: daysAgo(20),
      branch_id: owner.ids.branch,
      lines: [{ product_id, ...line }],
    })
  expect(fields(await count({ counted: 16 }))).toEqual([422, 'lines.0.lots'])
  const only = [
    { number: 'K1', quantity: 12 },
    { number: 'K2', quantity: 5 },
  ]
  const counted = expectOk(await count({ counted: 17, lots: only })).body.data
  expect(fields(await sell(product_id, [{ number: 'K1' }], 11))).toEqual([422, 'items.0.lots.0.quantity'])
  const same = expectOk(await count({ counted: 17 }, `/${counted.id}`)).body.data
  expect([same.revision, shown(same.lines)]).toEqual([1, ['K1 12, K2 5']])
  // Below what was sold later.
  expect(
    fields(
      await count({
        counted: 6,
        lots: [
          { number: 'K1', quantity: 1 },
          { number: 'K2', quantity: 5 },
        ],
      }),
    ),
  ).toEqual([422, 'lines.0.lots.0.quantity'])
  expectOk(await owner.remove(`/inventory/counts/${counted.id}`))
  expect((await count({ counted: 0 })).status).toBe(422)
  expectOk(await count({ counted: 17 }))
  expectOk(await sell(product_id, [{ number: 'K1' }], 11))
})

test('opening stock names its lots, and is corrected by their difference', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const opening = async (lots: object[] | undefined, quantity: number) => {
    const { version } = expectOk(await owner.get('/accounting/opening')).body.data
    const stock = [{ product_id, quantity, unit_cost: 3, ...(lots && { lots }) }]
    return owner.post('/accounting/opening', { opening_date: daysAgo(60), branch_id: owner.ids.branch, version, stock })
  }
  expect(fields(await opening(undefined, 4))).toEqual([422, 'stock.0.lots'])
  const first = [{ number: 'O1', expires_on: daysAgo(-9), quantity: 4 }]
  expectOk(await opening(first, 4))
  expectOk(await opening(undefined, 4))
  const second = [...first, { number: 'O2', expires_on: daysAgo(-8), quantity: 2 }]
  expectOk(await opening(second, 6))
  expectOk(await sell(product_id, [{ number: 'O2' }], 2))
  expect(fields(await opening(first, 4))).toEqual([422, 'stock.0.lots.1.quantity'])
  const moved = [
    { ...first[0], quantity: 3 },
    { ...second[1], quantity: 3 },
  ]
  const read = expectOk(await opening(moved, 6)).body.data
  expect(shown(read.stock)).toEqual(['O1 3, O2 3'])
})
