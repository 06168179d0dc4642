import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, journalBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import {
  callsOf,
  createOrganization,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// The bank takes its own rate: what it really moved is said, or its rate; the other follows (accounting rule 2.1-9).

const app = await createTestApp()
let owner: Organization
let calls: ReturnType<typeof callsOf>
let eur: number
const day = today()
const year = day.slice(0, 4)
beforeAll(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  eur = (await calls.get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR').id
  await calls.post(`/currencies/${eur}/rate`, { rate: '4.10', valid_on: `${year}-01-01` })
})
type Body = Record<string, unknown>
const items = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 0 }]
const bill = (change: Body = {}) =>
  calls.post('/bills', billBody(owner, { currency_id: eur, tax_id: owner.ids.zeroTax, items: items(100), ...change }))
const payment = (change: Body = {}) => ({
  ...paymentBody(owner, { currency_id: eur, amount: 100, ...change }),
  customer_id: undefined,
  supplier_id: owner.ids.supplier,
})
const pay = (change: Body = {}) => calls.post('/accounting/expense-payments', payment(change))

test.each([
  ['what the bank took', { amount_base: 412.34 }],
  ['its rate', { exchange_rate: '4.1234' }],
  ['both', { amount_base: '412.34', exchange_rate: 4.1234 }],
])('a payment with %s: the bill is paid, the rest is a realised difference', async (_, said) => {
  const owed = await bill()
  const references = [{ reference_id: owed.id, amount: 100 }]
  let made: Body = {}
  const entry = await movedBy(app, owner, async () => {
    made = await pay({ ...said, references })
  })
  expect(made).toMatchObject({ amount_base: 412.34, exchange_rate: 4.1234 })
  expect(entry).toEqual(['AP D410', 'CASH C412.34', 'FX_LOSS_R D2.34'])
  expect(await calls.get(`/bills/${owed.id}`)).toMatchObject({ status: 'paid' })
})

test('without either the rate of the day; what does not agree, and a rate of our own currency, are refused on the field', async () => {
  expect(await pay()).toMatchObject({ exchange_rate: 4.1, amount_base: 410 })
  const refused = (body: Body) => calls.errors('/accounting/expense-payments', body)
  expect(await refused(payment({ exchange_rate: 4, amount_base: 500 }))).toHaveProperty('amount_base')
  expect(await refused(payment({ amount_base: '412.345' }))).toHaveProperty('amount_base')
  expect(await refused(payment({ currency_id: owner.ids.currency, exchange_rate: 4 }))).toHaveProperty('exchange_rate')
  expect(await refused(payment({ currency_id: owner.ids.currency, amount_base: 99 }))).toHaveProperty('amount_base')
  // The values in the answer about base currency may be sent back.
  await pay({ currency_id: owner.ids.currency, exchange_rate: 1, amount_base: 100 })
})

test('a correction retains the entered rate, takes a new one, or returns to the rate of the day', async () => {
  const { id, payment_number } = await pay({ amount_base: '412.34' })
  const save = (change: Body) =>
    calls.post(`/accounting/expense-payments/${id}`, payment({ payment_number, references: [], ...change }))
  expect(await save({ notes: 'x' })).toMatchObject({ amount_base: 412.34 })
  expect(await save({ amount: 200 })).toMatchObject({ exchange_rate: 4.1234, amount_base: 824.68 })
  // A form returns its values: for another amount they do not apply.
  expect(await save({ amount: 100, exchange_rate: 4.1234, amount_base: 824.68 })).toMatchObject({ amount_base: 412.34 })
  expect(await save({ amount_base: '413.11' })).toMatchObject({ exchange_rate: 4.1311, amount_base: 413.11 })
  expect(await save({ exchange_rate: '' })).toMatchObject({ exchange_rate: 4.1, amount_base: 410 })
  expect(await save({ currency_id: owner.ids.currency, exchange_rate: 4.1 })).toMatchObject({ exchange_rate: 1 })
})

test('a receipt and a refund as well', async () => {
  const receipt = { ...paymentBody(owner, { currency_id: eur, amount: 100 }), amount_base: '405.00' }
  const { id, amount_base } = await calls.post('/accounting/income-payments', receipt)
  expect(amount_base).toBe(405)
  const refund = (change: Body) => ({ refund_date: day, amount: 100, payment_method_id: owner.ids.method, ...change })
  expect(
    await movedBy(app, owner, () =>
      calls.post(`/accounting/income-payments/${id}/refund`, refund({ amount_base: '409.5' })),
    ),
  ).toEqual(['CASH C409.5', 'CUST_ADV D405', 'FX_LOSS_R D4.5'])
})

test('a bill and an invoice accept a rate or a base amount, and keep it when they are corrected', async () => {
  const tax_id = owner.ids.tax
  const taxed = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
  const made = await bill({ tax_id, items: taxed, total_base: '474.21' })
  expect(made).toMatchObject({ total_base: 474.21, tax_base: 61.85 })
  const body = billBody(owner, { currency_id: eur, tax_id, items: taxed, bill_number: made.bill_number })
  expect(await calls.post(`/bills/${made.id}`, { ...body, tax_id, bill_date: `${year}-01-02` })).toMatchObject({
    total_base: 474.21,
  })
  expect(await calls.post(`/bills/${made.id}`, { ...body, exchange_rate: '4.2' })).toMatchObject({ total_base: 483 })
  const invoice = invoiceBody(owner, { currency_id: eur, exchange_rate: '4.25' })
  expect(await calls.post('/invoices', invoice)).toMatchObject({ exchange_rate: 4.25, total_base: 4887.5 })
})

test('a draft keeps its own rate until it is confirmed; without one it takes the rate of the day', async () => {
  const draft = { status: 'draft', exchange_rate: '4.3' }
  const { id } = await bill(draft)
  const body = billBody(owner, { currency_id: eur, tax_id: owner.ids.zeroTax, items: items(200), status: 'draft' })
  expect(await calls.post(`/bills/${id}`, body)).toMatchObject({ exchange_rate: 4.3 })
  expect(await calls.post(`/bills/${id}/confirm`, {})).toMatchObject({ exchange_rate: 4.3, total_base: 860 })
  const plain = await bill({ status: 'draft' })
  expect(await calls.post(`/bills/${plain.id}/confirm`, {})).toMatchObject({ exchange_rate: 4.1 })
})

test('a currency without a rate can be used with an entered rate', async () => {
  const usd = (await calls.get('/currencies/list')).find(({ code }: { code: string }) => code === 'GBP').id
  expect(await calls.errors('/bills', billBody(owner, { currency_id: usd }))).toHaveProperty('currency_id')
  expect(await bill({ currency_id: usd, exchange_rate: '4.9' })).toMatchObject({ total_base: 490 })
})

test('a manual entry, posted and as a draft', async () => {
  const body = { ...(await journalBody(owner)), currency_id: eur } as unknown as Body & { lines: { debit: string }[] }
  const whole = body.lines.reduce((sum, { debit }) => sum + Number(debit), 0)
  const made = await calls.post('/accounting/journal-entries', { ...body, amount_base: whole * 4.2 })
  expect(made).toMatchObject({ exchange_rate: 4.2, amount_base: whole * 4.2 })
  const again = { ...body, journal_number: made.journal_number, description: 'y' }
  await calls.post(`/accounting/journal-entries/${made.id}`, again)
  expect(await calls.get(`/accounting/journal-entries/${made.id}`)).toMatchObject({ exchange_rate: 4.2 })
  const draft = { ...body, journal_number: 'J-rate', status: 'draft', exchange_rate: '4.4' }
  const id = await idOf(owner.post('/accounting/journal-entries', draft))
  expect(await calls.post(`/accounting/journal-entries/${id}/post`, {})).toMatchObject({ exchange_rate: 4.4 })
})
