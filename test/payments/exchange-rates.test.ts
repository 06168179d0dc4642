import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  onboardingBody,
  paymentBody,
  signUp,
  today,
} from '../harness/organization.ts'

// The rate of the day (accounting rule 2.1-9): a document of March is posted at the euro rate of March.

const app = await createTestApp()
const owner = await createOrganization(app)
const year = today().slice(0, 4)
const day = (text: string) => `${year}-${text}`
const rate = (value: string, valid_on?: string) => owner.post('/currencies/3/rate', { rate: value, valid_on })
const invoice = (date: string) =>
  idOf(owner.post('/invoices', invoiceBody(owner, { currency_id: 3, invoice_date: date, due_date: date })))
const rateAt = async (date: string) =>
  expectOk(await owner.get(`/invoices/${await invoice(date)}`)).body.data.exchange_rate
const present = async () =>
  (expectOk(await owner.get('/currencies/list')).body.data as { id: number; rate: number }[]).find(({ id }) => id === 3)
    ?.rate

test('one rate applies to every day until dated rates exist', async () => {
  expect((await owner.post('/invoices', invoiceBody(owner, { currency_id: 3 }))).status).toBe(422)
  expectOk(await rate('4.10'))
  expect([await rateAt(day('02-15')), await present()]).toEqual([4.1, 4.1])
})

test('from a day on: documents, payments, entries and revaluations of that day and later', async () => {
  expectOk(await rate('4.30', day('04-01')))
  expectOk(await rate('4.20', day('03-01')))
  for (const [date, expected] of [
    [day('02-28'), 4.1],
    [day('03-01'), 4.2],
    [day('03-31'), 4.2],
    [day('04-01'), 4.3],
    [today(), 4.3],
  ] as const)
    expect(await rateAt(date), date).toBe(expected)
  expect(await present()).toBe(4.3)
  const id = await invoice(day('03-10'))
  const references = [{ reference_id: id, amount: 100 }]
  const paid = { currency_id: 3, payment_date: day('04-02'), amount: 100, references }
  const payment = await idOf(owner.post('/accounting/income-payments', paymentBody(owner, paid)))
  const entries = expectOk(await owner.get(`/accounting/income-payments/${payment}/entries`)).body.data
  // 100 at 4.30, of which 420 were due.
  expect(JSON.stringify(entries)).toContain('430')
  const entry = await idOf(
    owner.post('/accounting/journal-entries', await journalBody(owner, { journal_date: day('03-05'), currency_id: 3 })),
  )
  const posted = expectOk(await owner.get(`/accounting/journal-entries/${entry}/entries`)).body.data
  expect(JSON.stringify(posted)).toContain('1050')
  // And so its paper says: the law wants the tax of an invoice in riyals.
  const shown = async (path: string) => expectOk(await owner.get(path)).body.data
  expect(await shown(`/invoices/${id}`)).toMatchObject({
    exchange_rate: 4.2,
    tax: 150,
    tax_base: 630,
    total_base: 4830,
  })
  expect(await shown(`/accounting/income-payments/${payment}`)).toMatchObject({ exchange_rate: 4.3, amount_base: 430 })
  const preview = expectOk(await owner.get(`/accounting/fx-revaluations/preview?date=${day('03-31')}`)).body.data
  expect(new Set(preview.map((row: { closing_rate: number }) => row.closing_rate))).toEqual(new Set([4.2]))
  // A form shows the rate of its day in advance.
  const listed = await shown(`/currencies/list?date=${day('03-31')}`)
  expect(listed.find(({ id }: { id: number }) => id === 3).rate).toBe(4.2)
})

test('a rate without a day is that of today once days have rates; a day is forgotten, what it posted stays', async () => {
  expectOk(await rate('4.50'))
  expect([await present(), await rateAt(day('04-15')), await rateAt(today()), await rateAt(day('01-10'))]).toEqual([
    4.5, 4.3, 4.5, 4.1,
  ])
  const rates = expectOk(await owner.get('/currencies/3/rates')).body.data
  expect(rates).toEqual([
    { valid_on: today(), rate: 4.5 },
    { valid_on: day('04-01'), rate: 4.3 },
    { valid_on: day('03-01'), rate: 4.2 },
  ])
  expectOk(await owner.remove(`/currencies/3/rates/${day('04-01')}`))
  expect((await owner.remove(`/currencies/3/rates/${day('04-01')}`)).status).toBe(404)
  expect(await rateAt(day('04-15'))).toBe(4.2)
  expect((await rate('4.2', 'soon')).body.errors).toHaveProperty('valid_on')
  expect((await owner.post('/currencies/1/rate', { rate: '1.1' })).status).toBe(422)
})

test('a corrected entry in euros stays at the rate it was posted at', async () => {
  const body = await journalBody(owner, { journal_date: day('01-20'), currency_id: 3 })
  const id = await idOf(owner.post('/accounting/journal-entries', body))
  expectOk(await rate('5', day('01-01')))
  const lines = (body.lines as object[]).map((line) => ({ ...line, description: 'استهلاك يناير' }))
  const { journal_number } = expectOk(await owner.get(`/accounting/journal-entries/${id}`)).body.data
  expectOk(await owner.post(`/accounting/journal-entries/${id}`, { ...body, journal_number, lines }))
  const entries = JSON.stringify(expectOk(await owner.get(`/accounting/journal-entries/${id}/entries`)).body.data)
  expect([entries.includes('1025'), entries.includes('1250')]).toEqual([true, false])
})

test('after a change of base currency no earlier rate applies', async () => {
  const other = await signUp(app)
  expectOk(await other.post('/organization/onboarding/submit', onboardingBody(other.email)))
  const [riyal, dollar, euro] = [1, 2, 3]
  expectOk(await other.post(`/currencies/${euro}/rate`, { rate: '4.1', valid_on: '2026-01-01' }))
  const { version: _, ...profile } = expectOk(await other.get('/organization/show')).body.data
  expectOk(await other.post('/organization/update', { ...profile, currency_id: dollar }))
  const listed = expectOk(await other.get('/currencies/list')).body.data as { id: number; rate: number | null }[]
  const rateOf = (wanted: number) => listed.find(({ id }) => id === wanted)?.rate
  expect([riyal, dollar, euro].map(rateOf)).toEqual([null, 1, null])
  // Whether a currency is foreign is decided by the present base from the next request on.
  expect((await other.post(`/currencies/${dollar}/rate`, { rate: '3.75' })).status).toBe(422)
  expectOk(await other.post(`/currencies/${riyal}/rate`, { rate: '0.2667' }))
})
