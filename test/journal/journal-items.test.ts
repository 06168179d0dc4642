import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Manual entries that open items, reversals on another day, and the history of every record (accounting rules 1.5,
// 1.8). The invariants run after the file.

let app: TestApp
let owner: Organization
let idOf: (number: string) => number
const path = '/accounting/journal-entries'
const monthStart = `${today().slice(0, 7)}-01`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const list = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  idOf = (number) => list.find((account) => account.number === number)?.id as number
})
const entry = async (lines: object[], change: object = {}) =>
  owner.post(path, await journalBody(owner, { lines, ...change }))
const owed = () => [
  { account_id: idOf('110201'), customer_id: owner.ids.customer, debit: 700 },
  { account_id: idOf('420101'), credit: 700 },
]

describe('a line on receivables or payables', () => {
  test('opens an item that a receipt settles; then the entry is fixed until it is freed', async () => {
    const { id, journal_number } = expectOk(await entry(owed())).body.data
    const open = (await owner.get(`/invoices/list?customer_id=${owner.ids.customer}`)).body.data
    const item = open.find((one: { invoice_number: string }) => one.invoice_number === journal_number)
    expect(item).toMatchObject({ remaining_amount: 700 })
    const payment = expectOk(
      await owner.post(
        '/accounting/income-payments',
        paymentBody(owner, { amount: 700, references: [{ reference_id: item.id, amount: 700 }] }),
      ),
    ).body.data
    expect((await owner.remove(`${path}/${id}`)).body.errors).toHaveProperty('lines')
    const { id: paid, payment_number: number, payment_date: date } = payment
    expect((await owner.get(`${path}/${id}`)).body.data).toMatchObject({
      has_items: true,
      settled_by: [{ kind: 'income_payment', id: paid, number, date, amount: 700 }],
    })
    expectOk(await owner.remove(`/accounting/income-payments/${paid}`))
    expect((await owner.get(`${path}/${id}`)).body.data).toMatchObject({ has_items: true, settled_by: [] })
    const body = await journalBody(owner, { lines: owed(), journal_number })
    expectOk(await owner.post(`${path}/${id}`, body))
    expectOk(await owner.remove(`${path}/${id}`))
    const left = (await owner.get(`/invoices/list?customer_id=${owner.ids.customer}`)).body.data
    expect(left.map((one: { invoice_number: string }) => one.invoice_number)).not.toContain(journal_number)
  })
  test('two suppliers and a foreign currency: each its own item, at the rate of the entry', async () => {
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    const line = { account_id: idOf('210101'), supplier_id: owner.ids.supplier, credit: 10 }
    const lines = [{ account_id: idOf('520201'), debit: 20 }, line, line]
    const { journal_number } = expectOk(await entry(lines, { currency_id: 3 })).body.data
    const open = (await owner.get(`/bills/list?supplier_id=${owner.ids.supplier}`)).body.data
    const numbers = open.map((one: { bill_number: string }) => one.bill_number)
    expect(numbers).toEqual(expect.arrayContaining([`${journal_number}/2`, `${journal_number}/3`]))
  })
})

describe('reversing', () => {
  test('on a later day leaves both entries; then the entry is fixed', async () => {
    const { id } = expectOk(await owner.post(path, await journalBody(owner, { journal_date: monthStart }))).body.data
    const reverse = (body: object) => owner.post(`${path}/${id}/reverse`, body)
    expect((await reverse({ date: today() })).body.errors).toHaveProperty('reason')
    expect((await reverse({ date: '2000-01-01', reason: 'x' })).body.errors).toHaveProperty('date')
    const { data } = expectOk(await reverse({ date: today(), reason: 'سُجل مرتين' })).body
    expect(data).toMatchObject({ reversed_on: today(), reversal_reason: 'سُجل مرتين' })
    expect((await reverse({ date: today(), reason: 'x' })).status).toBe(422)
    expect((await owner.remove(`${path}/${id}`)).status).toBe(422)
    const entries = expectOk(await owner.get(`${path}/${id}/entries`)).body.data
    expect(entries).toMatchObject([
      { entry_date: monthStart, reversed_by: entries[1].entry_number },
      { entry_date: today(), reverses: entries[0].entry_number, description: 'سُجل مرتين' },
    ])
  })
  test('is refused for an entry that opened items', async () => {
    const { id } = expectOk(await entry(owed())).body.data
    expect((await owner.post(`${path}/${id}/reverse`, { date: today(), reason: 'x' })).body.errors).toHaveProperty(
      'date',
    )
  })
})

test('retained earnings take a line from the owner only, with a description', async () => {
  const lines = [
    { account_id: idOf('310202'), debit: 5 },
    { account_id: idOf('310101'), credit: 5 },
  ]
  expect((await entry(lines)).body.errors).toHaveProperty('description')
  expectOk(await entry(lines, { description: 'تسوية سنة سابقة' }))
  const clerk = await clientWith(app, owner, ['create-journal-entry'])
  const body = await journalBody(owner, { lines, description: 'x' })
  expect((await clerk.post(path, body)).body.errors).toHaveProperty(['lines.0.account_id'])
})

describe('behind a record', () => {
  test('shows its entries, corrections included, and earlier versions', async () => {
    const { id, invoice_number, version } = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15 }]
    expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, version, items })))
    const entries = expectOk(await owner.get(`/invoices/${id}/entries`)).body.data
    expect(entries).toHaveLength(3)
    expect(entries[2].lines).toMatchObject([{ debit: 1380 }, { credit: 1200 }, { credit: 180 }])
    const revisions = expectOk(await owner.get(`/invoices/${id}/revisions`)).body.data
    expect(revisions).toMatchObject([{ revision: 1, body: { items: [{ price: '1000.000000' }] } }])
    expect((await owner.get('/bills/999999999/entries')).status).toBe(404)
    expect((await owner.get(`/bills/${id}/entries`)).status).toBe(404)
  })
  test('a corrected payment and a corrected entry keep their history as well', async () => {
    const body = paymentBody(owner, { amount: 50 })
    const { id } = expectOk(await owner.post('/accounting/income-payments', body)).body.data
    expectOk(await owner.post(`/accounting/income-payments/${id}`, { ...body, amount: 60 }))
    const kept = expectOk(await owner.get(`/accounting/income-payments/${id}/revisions`)).body.data
    expect(kept).toMatchObject([{ revision: 1, body: { amount: '50.0000' }, revised_by: expect.any(String) }])
    const manual = expectOk(await owner.post(path, await journalBody(owner))).body.data
    const again = await journalBody(owner, { journal_number: manual.journal_number, description: 'إهلاك معدّل' })
    expectOk(await owner.post(`${path}/${manual.id}`, again))
    expect(expectOk(await owner.get(`${path}/${manual.id}/revisions`)).body.data).toHaveLength(1)
    expect(expectOk(await owner.get(`${path}/${manual.id}/entries`)).body.data).toHaveLength(3)
  })
})
