import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, type Organization } from '../harness/organization.ts'

// The day is Riyadh's (accounting rule 0), three hours before that of the machine: what is late, issued, over or to come
// changes at 21:00 UTC.

let app: TestApp
let now: Date
const at = (instant: string) => {
  now = new Date(instant)
}
beforeEach(async () => {
  at('2028-02-29T20:30:00Z')
  app = await createTestApp({ now: () => now })
})
const on = (day: string, change: object = {}) => ({ invoice_date: day, due_date: day, ...change })
const periods = async (owner: Organization) => expectOk(await owner.get('/vat-periods')).body.data.periods
const invoiced = async (owner: Organization, change: Record<string, unknown>) =>
  owner.post('/invoices', invoiceBody(owner, change))

test('tomorrow begins at nine in the evening of UTC', async () => {
  const owner = await createOrganization(app)
  const tomorrow = await invoiced(owner, on('2028-03-01'))
  expect(Object.keys(tomorrow.body.errors)).toEqual(['invoice_date'])
  const { id } = expectOk(await invoiced(owner, on('2028-02-29'))).body.data
  const isLate = async () => (await owner.get(`/invoices/${id}`)).body.data.is_overdue
  expect(await isLate()).toBe(false)
  at('2028-02-29T21:00:00Z')
  expect(await isLate()).toBe(true)
  expectOk(await invoiced(owner, on('2028-03-01')))
  const home = (await owner.get('/reports/home')).body.data
  expect([home.sales_this_month, home.sales_last_month]).toEqual([1000, 1000])
})

test('a tax invoice stays correctable to the end of the day it was issued on, and no longer', async () => {
  const owner = await createOrganization(app)
  const { logo: _, status: __, ...profile } = expectOk(await owner.get('/organization/show')).body.data
  expectOk(await owner.post('/organization/update', { ...profile, tax_number: '300000000000003' }))
  const { id, invoice_number } = expectOk(await invoiced(owner, on('2028-02-29'))).body.data
  const items = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
  const correct = (price: number) =>
    owner.post(`/invoices/${id}`, invoiceBody(owner, on('2028-02-29', { invoice_number, items: items(price) })))
  at('2028-02-29T20:59:59Z')
  expectOk(await correct(900))
  at('2028-02-29T21:00:00Z')
  expect(Object.keys((await correct(800)).body.errors)).toEqual(['status'])
  expect((await owner.get(`/invoices/${id}`)).body.data.locked_because).toBe('document_locked')
})

test('a period of the return is over when its last day is, in months and in quarters', async () => {
  const owner = await createOrganization(app)
  expectOk(await invoiced(owner, on('2028-02-29')))
  expectOk(await owner.post('/vat-periods/frequency', { frequency: 'monthly' }))
  expect(
    (await periods(owner)).map((row: { from: string; to: string; status: string }) => [row.from, row.to, row.status]),
  ).toEqual([['2028-02-01', '2028-02-29', 'running']])
  expect((await owner.post('/vat-periods/20280229/file')).status).toBe(422)
  at('2028-02-29T21:00:00Z')
  expectOk(await owner.post('/vat-periods/20280229/file'))
  const refused = await invoiced(owner, on('2028-02-29'))
  expect(Object.keys(refused.body.errors)).toEqual(['invoice_date'])
  expectOk(await invoiced(owner, on('2028-03-01')))
  // Quarters take over where the last month was filed.
  expectOk(await owner.post('/vat-periods/frequency', { frequency: 'quarterly' }))
  expect((await periods(owner)).map((row: { from: string; to: string }) => [row.from, row.to])).toEqual([
    ['2028-03-01', '2028-03-31'],
    ['2028-02-01', '2028-02-29'],
  ])
})

test('an organization that registers late on 31 December UTC begins with the new year of Riyadh', async () => {
  at('2028-12-31T21:30:00Z')
  const owner = await createOrganization(app)
  const years = expectOk(await owner.get('/accounting/financial-years')).body.data
  expect(years.map((year: { started_at: string; status: string }) => [year.started_at, year.status])).toEqual([
    ['2029-01-01', 'open'],
  ])
  const { invoice_number } = expectOk(
    await invoiced(owner, on('2029-01-01', { invoice_number: 'INV-2029-000001', proposed_number: 'INV-2029-000001' })),
  ).body.data
  expect(invoice_number).toBe('INV-2029-000001')
})

test('the month to date is compared with as many days of the previous month', async () => {
  const owner = await createOrganization(app)
  for (const day of ['2028-01-09', '2028-01-31', '2028-02-05']) expectOk(await invoiced(owner, on(day)))
  const soFar = async () => {
    const { sales_this_month, sales_last_month, sales_last_month_so_far } = (await owner.get('/reports/home')).body.data
    return [sales_this_month, sales_last_month, sales_last_month_so_far]
  }
  at('2028-02-08T09:00:00Z')
  expect(await soFar()).toEqual([1000, 2000, 0])
  at('2028-02-09T09:00:00Z')
  expect(await soFar()).toEqual([1000, 2000, 1000])
  // A complete month is compared with the complete previous month.
  at('2028-02-29T09:00:00Z')
  expect(await soFar()).toEqual([1000, 2000, 2000])
})

test('the year to date is compared with the previous year to the same day', async () => {
  const owner = await createOrganization(app)
  const year = { name: '2027', type: 'yearly', started_at: '2027-01-01', ended_at: '2027-12-31' }
  const { id } = expectOk(await owner.post('/accounting/financial-years', year)).body.data
  expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' }))
  for (const day of ['2027-01-31', '2027-02-10', '2027-02-28', '2027-03-01', '2028-01-05'])
    expectOk(await invoiced(owner, on(day)))
  const soFar = async () => {
    const { sales_this_year, sales_last_year_so_far } = (await owner.get('/reports/home')).body.data
    return [sales_this_year, sales_last_year_so_far]
  }
  at('2028-02-09T09:00:00Z')
  expect(await soFar()).toEqual([1000, 1000])
  at('2028-02-10T09:00:00Z')
  expect(await soFar()).toEqual([1000, 2000])
  expect((await owner.get('/reports/home')).body.data.sold_since).toBe('2027-01')
  at('2028-02-29T09:00:00Z')
  expect(await soFar()).toEqual([1000, 3000])
})

test('a report without an end speaks of what is over: what is due later is not late yet', async () => {
  const owner = await createOrganization(app)
  expectOk(await invoiced(owner, on('2028-02-10', { due_date: '2028-03-15' })))
  const show = async (path: string) => expectOk(await owner.get(`/reports/${path}`)).body.data
  const statement = `customer-statement?customer_id=${owner.ids.customer}`
  const { period: own, below } = await show(statement)
  expect(own).toEqual({ from: '2028-01-01', to: '2028-02-29' })
  expect([below.title.code, below.rows[0].figures.not_due]).toEqual(['2028-02-29', 1150])
  // A report as of the end of the year says what is overdue then, and names that day.
  const end = (await show(`${statement}&from=2028-01-01&to=2028-12-31`)).below
  expect([end.title.code, end.rows[0].figures.older]).toEqual(['2028-12-31', 1150])
  const { period, compared } = await show('profit-and-loss?compare=same_period_last_year')
  expect(period).toEqual({ from: '2028-01-01', to: '2028-02-29' })
  expect(compared).toEqual({ from: '2027-01-01', to: '2027-02-28' })
  expect((await show('profit-and-loss?from=2027-03-01')).period.to).toBe('2027-12-31')
})
