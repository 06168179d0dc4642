import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Reports as recorded at a moment (accounting rules, section 5, `as_known_at`): an auditor compares a report with an
// earlier copy, although entries were posted into its days since.

let owner: Organization
let then: string
const year = today().slice(0, 4)
const day = `${year}-01-10`
const days = `from=${year}-01-01&to=${year}-12-31`
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  const body = invoiceBody(owner, { invoice_date: day, due_date: day })
  const id = await idOf(owner.post('/invoices', body))
  then = new Date().toISOString()
  // Since then: 200 more on the same day, a receipt, depreciation.
  const { invoice_number } = expectOk(await owner.get(`/invoices/${id}`)).body.data
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15 }]
  expectOk(await owner.post(`/invoices/${id}`, { ...body, invoice_number, items }))
  const references = [{ reference_id: id, amount: 380 }]
  expectOk(
    await owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: day, amount: 380, references })),
  )
  expectOk(await owner.post('/accounting/journal-entries', await journalBody(owner, { journal_date: day })))
})
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
const known = async (path: string) => {
  const sheets = [await show(`${path}&as_known_at=${then}`), await show(path)]
  for (const sheet of sheets) expect(sheet.difference ?? 0, path).toBe(0)
  return sheets as [Sheet, Sheet]
}
const of = (sheets: readonly Sheet[], row: string, figure = 'amount') =>
  sheets.map(({ rows }) => rows.find(({ key, texts }) => key === row || texts.number === row)?.figures[figure])

test('as-recorded statements differ from present ones by later entries', async () => {
  const trial = await known(`trial-balance?${days}`)
  expect(of(trial, '110201', 'closing_debit')).toEqual([1150, 1000])
  expect(of(trial, '410102', 'closing_credit')).toEqual([1000, 1200])
  expect(of(await known(`profit-and-loss?${days}`), 'net_profit')).toEqual([1000, 950])
  expect(of(await known(`profit-and-loss?${days}&columns=month`), 'net_profit', `from_${year}-01-01`)).toEqual([
    1000, 950,
  ])
  expect(of(await known(`cost-center-report?${days}`), 'net_profit')).toEqual([1000, 950])
  expect(of(await known(`balance-sheet?to=${year}-12-31`), 'current_profit')).toEqual([1000, 950])
  expect(of(await known(`cash-flow?${days}`), 'net_change')).toEqual([0, 380])
})

test('as recorded before a correction, only the original entry exists', async () => {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const id = accounts.find(({ number }) => number === '110201')?.id
  const statement = await known(`account-statement?${days}&account_id=${id}`)
  expect(of(statement, 'closing', 'balance')).toEqual([1150, 1000])
  const rows = (sheet: Sheet) => sheet.rows.filter(({ style }) => style === 'line').length
  expect(statement.map(rows)).toEqual([1, 4])
  expect((await known(`account-statement?${days}&account_id=${id}&hide_corrected=true`)).map(rows)).toEqual([1, 2])
  expect((await known(`account-statement?${days}&account_id=${id}&party_id=${owner.ids.customer}`)).map(rows)).toEqual([
    1, 4,
  ])
  const journal = await known(`journal?${days}`)
  const entries = (sheet: Sheet) => sheet.rows.filter(({ style }) => style === 'group').length
  // The opening of the goods, and the invoice; then its reversal, the new one, the receipt and the depreciation.
  expect(journal.map(entries)).toEqual([2, 6])
})

test('as recorded: the VAT return, and the documents of its boxes', async () => {
  const sheets = await known(`vat-return?${days}`)
  expect(of(sheets, 'box:1', 'vat')).toEqual([150, 180])
  expect(of(sheets, 'box:16', 'vat')).toEqual([150, 180])
  const details = await known(`vat-details?${days}`)
  expect(details.map((sheet) => sheet.rows.at(-1)?.figures.vat)).toEqual([150, 180])
})

test('drill-down links carry the as-recorded moment, and paper names it', async () => {
  const trial = await show(`trial-balance?${days}&as_known_at=${then}`)
  expect(trial.columns.filter(({ kind }) => kind === 'amount').every(({ query }) => query?.as_known_at === then)).toBe(
    true,
  )
  expect(trial.filters).toEqual([{ name: 'as_known_at', chosen: [expect.objectContaining({ name: then })] }])
  const file = await owner.get(`/reports/trial-balance/export?${days}&as_known_at=${then}`)
  expect([file.status, String(file.body).includes('1150')]).toEqual([200, true])
  expect((await owner.get(`/reports/trial-balance?${days}&as_known_at=${year}-01-01`)).body.data.rows).toHaveLength(0)
  expect((await owner.get(`/reports/trial-balance?${days}&as_known_at=yesterday`)).status).toBe(422)
})

test('a bill of free goods posts nothing: its content is known from its revisions', async () => {
  const own = await createOrganization(await createTestApp())
  const row = (quantity: number, price: number) => [{ product_id: own.ids.goods, quantity, price, tax_rate: 15 }]
  const bill = billBody(own, { bill_date: day, due_date: day, items: row(1, 0) })
  const free = await idOf(own.post('/bills', bill))
  const stays = await idOf(own.post('/bills', billBody(own, { bill_date: day, due_date: day, items: row(4, 0) })))
  const moment = new Date(Date.now() + 5).toISOString()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const bought = async () => {
    const path = `/reports/purchases-by-product?${days}&as_known_at=${moment}`
    const { rows } = expectOk(await own.get(path)).body.data as Sheet
    return rows.find(({ key }) => key === `product:${own.ids.goods}`)?.figures.quantity
  }
  expect(await bought()).toBe(5)
  expectOk(await own.post(`/bills/${free}`, { ...bill, items: row(2, 0) }))
  expect(await bought()).toBe(5)
  expectOk(await own.post(`/bills/${free}`, { ...bill, items: row(3, 50) }))
  expect(await bought()).toBe(5)
  expectOk(await own.remove(`/bills/${stays}`))
  expect(await bought()).toBe(5)
})

test('a document that became zero and was voided shows its earlier amount', async () => {
  const goods = (price: string) => [{ product_id: owner.ids.goods, quantity: '2', price, tax_rate: 15 }]
  const body = billBody(owner, { bill_date: day, due_date: day, items: goods('600') })
  const id = await idOf(owner.post('/bills', body))
  const then = new Date().toISOString()
  const bought = async (rest = '') =>
    (await show(`purchases-by-supplier?${days}${rest}`)).rows.find(({ key }) => key === 'total')?.figures.net
  const before = await bought()
  expectOk(await owner.post(`/bills/${id}`, { ...body, items: goods('0') }))
  expectOk(await owner.remove(`/bills/${id}`))
  expect([await bought(`&as_known_at=${then}`), (before ?? 0) - ((await bought()) ?? 0)]).toEqual([before, 1200])
})

test('a document that was zero at that time shows its quantity at that time', async () => {
  const items = (quantity: string, price: string) => [{ product_id: owner.ids.goods, quantity, price, tax_rate: 15 }]
  const body = billBody(owner, { bill_date: day, due_date: day, items: items('7', '600') })
  const id = await idOf(owner.post('/bills', body))
  expectOk(await owner.post(`/bills/${id}`, { ...body, items: items('7', '0') }))
  const then = new Date().toISOString()
  const bought = async (rest = '') =>
    (await show(`purchases-by-product?${days}${rest}`)).rows.find(({ key }) => key === `product:${owner.ids.goods}`)
      ?.figures.quantity
  const before = await bought()
  expectOk(await owner.post(`/bills/${id}`, { ...body, items: items('9', '0') }))
  expect([await bought(`&as_known_at=${then}`), ((await bought()) ?? 0) - (before ?? 0)]).toEqual([before, 2])
})

test('a settled invoice was due when it was due then', async () => {
  const own = await createOrganization(await createTestApp())
  const body = invoiceBody(own, { invoice_date: day, due_date: day })
  const id = await idOf(own.post('/invoices', body))
  expectOk(
    await own.post(
      '/accounting/income-payments',
      paymentBody(own, { references: [{ reference_id: id, amount: 1150 }] }),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 5))
  const moment = new Date().toISOString()
  const { invoice_number } = expectOk(await own.get(`/invoices/${id}`)).body.data
  expectOk(await own.post(`/invoices/${id}`, { ...body, invoice_number, due_date: `${year}-03-31` }))
  const due = async (at: string) => {
    const path = `/reports/customer-statement?customer_id=${own.ids.customer}&${days}${at}`
    const { rows } = expectOk(await own.get(path)).body.data as Sheet
    return rows.find(({ link }) => link?.to === 'invoice')?.texts.due_date
  }
  expect([await due(`&as_known_at=${moment}`), await due('')]).toEqual([day, `${year}-03-31`])
})

test('a row that was split into three is one row as recorded before, by month and by day', async () => {
  const own = await createOrganization(await createTestApp())
  const row = { product_id: own.ids.service, quantity: 1, price: 100, tax_rate: 15 }
  const body = invoiceBody(own, { invoice_date: day, due_date: day, items: [row] })
  const id = await idOf(own.post('/invoices', body))
  await new Promise((resolve) => setTimeout(resolve, 5))
  const moment = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { invoice_number } = expectOk(await own.get(`/invoices/${id}`)).body.data
  expectOk(await own.post(`/invoices/${id}`, { ...body, invoice_number, items: [row, row, row] }))
  for (const of of [days, `from=${day}&to=${day}`])
    for (const by of ['customer', 'product']) {
      const net = async (at: string) => {
        const { rows } = expectOk(await own.get(`/reports/sales-by-${by}?${of}${at}`)).body.data as Sheet
        return rows.at(-1)?.figures.net
      }
      expect([await net(`&as_known_at=${moment}`), await net('')], `${by} ${of}`).toEqual([100, 300])
    }
})
