import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'

// Taking back what brought goods in (accounting rule B4.4): refused by name where quantity or value would fall below zero, or
// value would stay without goods, on the day itself or on any later one.

const app = await createTestApp({ now: () => new Date('2026-08-01T09:00:00Z') })
const owner = await createOrganization(app)
const movedOn = 'The goods have moved on since they were received: correct it with a supplier credit'

const emptyShelf = async () =>
  expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' })).body.data.id as number
const rows = (product: number, list: (readonly [quantity: number, price: number])[]) =>
  list.map(([quantity, price]) => ({ product_id: product, quantity, price, tax_rate: 15 }))
async function bill(product: number, day: string, list: [number, number][]): Promise<number> {
  const body = billBody(owner, { bill_date: day, due_date: day, items: rows(product, list) })
  return expectOk(await owner.post('/bills', body)).body.data.id
}
async function sell(product: number, day: string, quantity: number): Promise<void> {
  const body = invoiceBody(owner, { invoice_date: day, due_date: day, items: rows(product, [[quantity, 200]]) })
  expectOk(await owner.post('/invoices', body))
}

test('two rows of one product are reversed together, also on days in between', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [
    [5, 100],
    [5, 110],
  ])
  await sell(product, '2026-07-02', 3)
  const now = await owner.remove(`/bills/${id}`)
  expect([now.status, now.body.errors]).toEqual([422, { status: movedOn }])
  // With goods of a later day there are enough now, and still too few on the second of July.
  await bill(product, '2026-07-10', [[20, 100]])
  const then = await owner.remove(`/bills/${id}`)
  expect([then.status, then.body.errors]).toEqual([422, { status: movedOn }])
})

test('goods that came for nothing are gone as well, though nothing of value is missing', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [[10, 0]])
  await sell(product, '2026-07-02', 3)
  const now = await owner.remove(`/bills/${id}`)
  expect([now.status, now.body.errors]).toEqual([422, { status: movedOn }])
  await bill(product, '2026-07-10', [[20, 0]])
  const then = await owner.remove(`/bills/${id}`)
  expect([then.status, then.body.errors]).toEqual([422, { status: movedOn }])
})

test('a reversal that would leave value without goods on a later day is refused like one of missing goods', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[10, 10]])
  const dear = await bill(product, '2026-07-02', [[10, 100]])
  await sell(product, '2026-07-05', 10)
  await bill(product, '2026-07-20', [[100, 50]])
  // Ten more pieces for 100 were received, and 550 issued: from the fifth to the twentieth the stock would be worth
  // -450.
  const reply = await owner.remove(`/bills/${dear}`)
  expect([reply.status, reply.body.errors]).toEqual([422, { status: movedOn }])
})

test('a lower price reduces stock at most to zero, and the rest is price variance', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [[10, 100]])
  await bill(product, '2026-07-02', [[10, 0]])
  await sell(product, '2026-07-03', 18)
  // Two of twenty pieces for 1,000 are left, worth 100; two tenths of 600 would be 120.
  const note = { note_date: '2026-07-04', reason: 'خصم', lines: [{ line_number: 1, amount: 600 }] }
  const lines = await movedBy(app, owner, async () => expectOk(await owner.post(`/bills/${id}/supplier-credit`, note)))
  expect(lines).toEqual(['AP D690', 'INV C100', 'PPV C500', 'VAT_IN C90'])
})

test('goods can be returned to a supplier on a past day only if all later issues stay covered', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [[10, 100]])
  await sell(product, '2026-07-10', 8)
  await bill(product, '2026-07-15', [[10, 100]])
  const back = (quantity: number) =>
    owner.post(`/bills/${id}/supplier-credit`, {
      note_date: '2026-07-05',
      reason: 'مرتجع',
      lines: [{ line_number: 1, quantity }],
    })
  // Twelve are there today, but on the tenth three of them were not.
  const reply = await back(5)
  expect([reply.status, reply.body.errors]).toEqual([422, { 'lines.0.quantity': 'Only 2 in stock' }])
  expectOk(await back(2))
})

test('to what is no longer stocked a credit note brings nothing back', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[5, 100]])
  const items = rows(product, [[5, 200]])
  const body = invoiceBody(owner, { invoice_date: '2026-07-02', due_date: '2026-07-02', items })
  const sold = expectOk(await owner.post('/invoices', body)).body.data.id
  const known = expectOk(await owner.get(`/products/${product}`)).body.data
  expectOk(await owner.post(`/products/${product}`, { ...known, quantity: '', unlimited_quantity: true }))
  const note = { note_date: '2026-07-03', reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  const lines = await movedBy(app, owner, async () => expectOk(await owner.post(`/invoices/${sold}/credit-note`, note)))
  expect(lines).toEqual(['AR C230', 'SALES_RET D200', 'VAT_OUT D30'])
})

test('a bill cannot be voided if the remaining goods would have a negative value', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[10, 10]])
  const dear = await bill(product, '2026-07-02', [[10, 100]])
  await sell(product, '2026-07-05', 5)
  // Five of twenty pieces for 1,100 cost 275: without the expensive ones five pieces would have -175.
  const reply = await owner.remove(`/bills/${dear}`)
  expect([reply.status, reply.body.errors]).toEqual([422, { status: movedOn }])
})

test('a price reduction for goods that were issued later cannot be reversed', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [[10, 100]])
  const note = { note_date: '2026-07-02', reason: 'خصم', lines: [{ line_number: 1, amount: 50 }] }
  const credit = expectOk(await owner.post(`/bills/${id}/supplier-credit`, note)).body.data.id
  await sell(product, '2026-07-03', 10)
  const reply = await owner.remove(`/supplier-credits/${credit}`)
  expect([reply.status, reply.body.errors]).toEqual([
    422,
    {
      status: 'The goods of this note have been issued since, so it stays: issue a new document instead',
    },
  ])
})

test('a receipt after all other goods were issued can be reversed', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[10, 10]])
  await sell(product, '2026-07-05', 10)
  const later = await bill(product, '2026-07-20', [
    [3, 50],
    [4, 60],
  ])
  expectOk(await owner.remove(`/bills/${later}`))
})

test('goods that turn out to be free, or to be worth something, are corrected like others, any number of times', async () => {
  const product = await emptyShelf()
  const id = await bill(product, '2026-07-01', [[20, 5]])
  const number = (await owner.get(`/bills/${id}`)).body.data.bill_number
  const correct = async (quantity: number, price: number) => {
    const items = rows(product, [[quantity, price]])
    const body = billBody(owner, { bill_number: number, bill_date: '2026-07-01', due_date: '2026-07-01', items })
    expectOk(await owner.post(`/bills/${id}`, body))
    const card = await owner.get(`/reports/stock-card?product_id=${product}&from=2026-07-01&to=2026-07-31`)
    const { stock_balance_quantity, stock_balance_value } = card.body.data.rows.at(-1).figures
    return [stock_balance_quantity, stock_balance_value]
  }
  expect(await correct(20, 0)).toEqual([20, 0])
  expect(await correct(15, 0)).toEqual([15, 0])
  expect(await correct(10, 0)).toEqual([10, 0])
  expect(await correct(12, 3)).toEqual([12, 36])
  expectOk(await owner.remove(`/bills/${id}`))
})

test('an invoice can move to an earlier day if only its own goods are missing later', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[12, 10]])
  const body = invoiceBody(owner, {
    invoice_date: '2026-07-10',
    due_date: '2026-07-10',
    items: rows(product, [[9, 20]]),
  })
  const { id, invoice_number } = expectOk(await owner.post('/invoices', body)).body.data
  await sell(product, '2026-07-20', 2)
  const moved = { ...body, invoice_number, invoice_date: '2026-07-05' }
  expectOk(await owner.post(`/invoices/${id}`, moved))
  const reply = await owner.post(`/invoices/${id}`, { ...moved, items: rows(product, [[11, 20]]) })
  // Two of the twelve were sold on the twentieth: ten is what the fifth can have.
  expect([reply.status, reply.body.errors]).toEqual([422, { 'items.0.quantity': 'Only 10 in stock' }])
})

test('a second row of a product is refused with what the rows above leave', async () => {
  const product = await emptyShelf()
  await bill(product, '2026-07-01', [[5, 10]])
  const body = {
    invoice_date: '2026-07-02',
    due_date: '2026-07-02',
    items: rows(product, [
      [4, 20],
      [3, 20],
    ]),
  }
  const reply = await owner.post('/invoices', invoiceBody(owner, body))
  const errors = { 'items.1.quantity': '1 left after the rows above' }
  expect([reply.status, reply.body.errors]).toEqual([422, errors])
})

test('correcting a row to fewer pieces returns what a credit note would', async () => {
  const left = async (take: (id: number, body: Record<string, unknown>) => Promise<unknown>) => {
    const product = await emptyShelf()
    await bill(product, '2026-07-01', [[2, 0.025]])
    const body = invoiceBody(owner, {
      invoice_date: '2026-07-02',
      due_date: '2026-07-02',
      items: rows(product, [[2, 1]]),
    })
    const { id, invoice_number } = expectOk(await owner.post('/invoices', body)).body.data
    await take(id, { ...body, invoice_number, items: rows(product, [[1, 1]]) })
    const card = await owner.get(`/reports/stock-card?product_id=${product}&from=2026-07-01&to=2026-07-31`)
    return card.body.data.rows.at(-1).figures.stock_balance_value
  }
  const note = { note_date: '2026-07-02', reason: 'إرجاع', lines: [{ line_number: 1, quantity: 1 }] }
  expect(await left(async (id) => expectOk(await owner.post(`/invoices/${id}/credit-note`, note)))).toBe(0.03)
  expect(await left(async (id, body) => expectOk(await owner.post(`/invoices/${id}`, body)))).toBe(0.03)
})
