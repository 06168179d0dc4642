import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, type Organization } from '../harness/organization.ts'

// A sale that is entered late takes today's average (accounting rule 2.1-5), but never more than its goods were worth on its day: no day
// shows goods without value or a value below nothing. The rest is a difference of purchase prices. The invariants run after.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
let owner: Organization
let calls: ReturnType<typeof callsOf>
let product_id: number
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  product_id = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
})
const items = (quantity: number, price: number) => [{ product_id, quantity, price, tax_rate: 15 }]
const buy = (day: string, quantity: number, price: number) =>
  calls.post('/bills', billBody(owner, { bill_date: day, due_date: day, items: items(quantity, price) }))
const sale = (day: string, quantity: number) =>
  invoiceBody(owner, { invoice_date: day, due_date: day, items: items(quantity, 500) })
const sell = (day: string, quantity: number) => calls.post('/invoices', sale(day, quantity))
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const stockOn = async (to: string) => {
  const { rows, notes, difference } = await calls.get(`/reports/inventory-valuation?to=${to}`)
  expect([notes, difference]).toEqual([[], 0])
  const { quantity = 0, value = 0 } =
    rows.find(({ key }: { key: string }) => key === `product:${product_id}`)?.figures ?? {}
  return [quantity, value]
}

test('is issued at the cost of its day; later receipts absorb the rest', async () => {
  await buy('2028-01-10', 2, 10)
  await buy('2028-03-10', 2, 1000)
  // Today's average is 505.
  expect((await moved(() => sell('2028-02-10', 1))).filter((line) => /COGS|INV|PPV/.test(line))).toEqual([
    'COGS D10',
    'INV C10',
  ])
  expect(await stockOn('2028-02-28')).toEqual([1, 10])
  expect(await stockOn('2028-06-15')).toEqual([3, 2010])
})

test('uses the average if the stock of its day covers it', async () => {
  await buy('2028-01-10', 10, 10)
  await buy('2028-03-10', 10, 20)
  expect((await moved(() => sell('2028-02-10', 1))).filter((line) => /COGS/.test(line))).toEqual(['COGS D15'])
})

test('the last piece leaves no value without goods: the rest is a purchase price variance, reversed with the invoice', async () => {
  await buy('2028-01-10', 1, 10)
  await buy('2028-03-10', 1, 100)
  await sell('2028-04-10', 1)
  let late = { id: 0, invoice_number: '' }
  expect(
    (
      await moved(async () => {
        late = await sell('2028-02-10', 1)
      })
    ).filter((line) => /COGS|INV|PPV/.test(line)),
  ).toEqual(['COGS D10', 'INV C55', 'PPV D45'])
  for (const [day, left] of [
    ['2028-02-28', [0, 0]],
    ['2028-03-31', [1, 100]],
    ['2028-06-15', [0, 0]],
  ] as const)
    expect(await stockOn(day), day).toEqual(left)
  // The same once more moves nothing; another price posts it again, cost and rest as they were.
  const body = { ...sale('2028-02-10', 1), invoice_number: late.invoice_number }
  expect(
    (await moved(() => calls.post(`/invoices/${late.id}`, { ...body, items: items(1, 600) }))).filter((line) =>
      /COGS|INV|PPV/.test(line),
    ),
  ).toEqual([])
  expect(
    (await moved(() => owner.remove(`/invoices/${late.id}`).then(expectOk))).filter((line) =>
      /COGS|INV|PPV/.test(line),
    ),
  ).toEqual(['COGS C10', 'INV D55', 'PPV C45'])
  expect(await stockOn('2028-06-15')).toEqual([1, 55])
})

test('several rows of one product share what there was', async () => {
  await buy('2028-01-10', 3, 10)
  await buy('2028-03-10', 3, 1000)
  const day = '2028-02-10'
  const rows = [...items(1, 500), ...items(2, 500)]
  const made = await calls.post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day, items: rows }))
  expect(await stockOn('2028-02-28')).toEqual([0, 0])
  expect(await stockOn('2028-06-15')).toEqual([3, 3000])
  expectOk(await owner.remove(`/invoices/${made.id}`))
  expect(await stockOn('2028-06-15')).toEqual([6, 3030])
})

test('goods sent back and goods found missing on such a day as well', async () => {
  const bill = await buy('2028-01-10', 4, 10)
  await buy('2028-03-10', 4, 1000)
  const note = { note_date: '2028-02-10', reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  const back = await moved(() => calls.post(`/bills/${bill.id}/supplier-credit`, note))
  expect(back.filter((line) => /INV|PPV/.test(line))).toEqual(['INV C10'])
  const count = { count_date: '2028-02-11', branch_id: owner.ids.branch, lines: [{ product_id, counted: '2' }] }
  expect(await moved(() => calls.post('/inventory/counts', count))).toEqual(['INV C10', 'STOCK_LOSS D10'])
  expect(await stockOn('2028-02-28')).toEqual([2, 20])
})

test('a sale that is moved to an earlier day costs no more than its goods were worth there', async () => {
  await buy('2028-01-10', 10, 10)
  await buy('2028-06-01', 10, 1000)
  const late = await sell('2028-06-10', 9)
  const moveTo = (day: string) =>
    calls.post(`/invoices/${late.id}`, { ...sale(day, 9), invoice_number: late.invoice_number })
  expect((await moved(() => moveTo('2028-02-10'))).filter((line) => /COGS|INV|PPV/.test(line))).toEqual([
    'COGS C4455',
    'INV D4455',
  ])
  expect(await stockOn('2028-02-28')).toEqual([1, 10])
  expect(await stockOn('2028-06-15')).toEqual([11, 10010])
  // Moved forward again, it keeps that cost: what was posted is corrected by what changed only.
  expect((await moved(() => moveTo('2028-06-12'))).filter((line) => /COGS|INV|PPV/.test(line))).toEqual([])
  expect(await stockOn('2028-06-11')).toEqual([20, 10100])
})

test('refuses to move a purchase behind a sale that took its price', async () => {
  await buy('2028-01-05', 10, 10)
  const dear = await buy('2028-01-10', 10, 1000)
  await sell('2028-02-01', 5)
  const days = { bill_number: dear.bill_number, bill_date: '2028-03-01', due_date: '2028-03-01' }
  const reply = await owner.post(`/bills/${dear.id}`, billBody(owner, { ...days, items: items(10, 1000) }))
  expect([reply.status, reply.headers.refusal]).toEqual([422, 'stock_moved_on'])
  expect(await stockOn('2028-02-15')).toEqual([15, 7575])
})
