import { beforeAll, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { Home } from '#contract/reports.ts'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'

// Boundaries of days: ages, ninety days of sales, settlements and reversals on the very day. Every figure is computed
// manually. Today is 15 June 2028, and one receipt is of tomorrow.

const parts = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older', 'advances', 'total']
let owner: Organization
let other: number
let get: ReturnType<typeof callsOf>['get']

beforeAll(async () => {
  let now = '2028-06-15T09:00:00Z'
  const app = await createTestApp({ now: () => new Date(now) })
  owner = await createOrganization(app)
  const calls = callsOf(owner)
  get = calls.get
  const { post } = calls
  other = await idOf(
    owner.post('/customers', { name: 'آخر', email: 'b@example.sa', type: 'company', status: 'active' }),
  )
  await post('/currencies/3/rate', { rate: '4.10' })
  const years = '/accounting/financial-years'
  const dates = { started_at: '2027-01-01', ended_at: '2027-12-31' }
  const before = await idOf(owner.post(years, { name: '2027', type: 'yearly', ...dates }))
  await post(`${years}/${before}/change-status`, { status: 'open' })
  const { customer, goods, service } = owner.ids
  const sell = (customer_id: number, invoice_date: string, due_date: string, price: number, change: object = {}) =>
    idOf(
      owner.post(
        '/invoices',
        invoiceBody(owner, {
          customer_id,
          invoice_date,
          due_date,
          items: [{ product_id: service, quantity: 1, price, tax_rate: 15 }],
          ...change,
        }),
      ),
    )
  const pay = (customer_id: number, payment_date: string, reference_id: number, amount: number) =>
    post(
      '/accounting/income-payments',
      paymentBody(owner, { customer_id, payment_date, amount, references: [{ reference_id, amount }] }),
    )
  await pay(other, '2027-12-28', await sell(other, '2027-12-20', '2027-12-20', 40), 46)
  await post(`${years}/${before}/change-status`, { status: 'closed' })
  // 91 and 90 days before today; due 91, 90, 61, 60, 31 and 30 days before it.
  await sell(customer, '2028-03-16', '2028-03-16', 20)
  await sell(customer, '2028-03-17', '2028-03-17', 10)
  await sell(customer, '2028-03-17', '2028-05-16', 100)
  const paidInParts = await sell(customer, '2028-03-18', '2028-05-15', 200)
  await sell(customer, '2028-04-01', '2028-04-16', 300)
  await sell(customer, '2028-04-01', '2028-04-15', 500)
  await sell(other, '2028-05-15', '2028-06-20', 70)
  await sell(other, '2028-05-16', '2028-06-20', 8)
  const credited = await sell(other, '2028-06-01', '2028-06-15', 400)
  await sell(customer, '2028-06-02', '2028-06-20', 10, { currency_id: 3 })
  const goodsRow = { product_id: goods, quantity: 10, price: 100, tax_rate: 15 }
  await sell(other, '2028-06-15', '2028-06-30', 0, { items: [goodsRow] })
  const lines = [{ line_number: 1, amount: 100 }]
  await post(`/invoices/${credited}/credit-note`, { note_date: '2028-06-10', reason: 'خصم', lines })
  // Voided on its own day: it never counted.
  const gone = await sell(customer, '2028-06-10', '2028-06-10', 60)
  expect((await owner.remove(`/invoices/${gone}`)).status).toBe(200)
  await pay(customer, '2028-06-15', paidInParts, 30)
  now = '2028-06-16T09:00:00Z'
  await pay(customer, '2028-06-16', paidInParts, 50)
  now = '2028-06-15T09:00:00Z'
})

test('5.13: the first page', async () => {
  const home: Home = await get('/reports/home')
  const ages = [1631.85, 115, 545, 586.5, 23]
  expect(home.receivable_by_age.map(({ amount }) => amount)).toEqual(ages)
  // Owed 2,901.35 by what was charged since 18 March, 2,896.85; with the day before it would be 86 days.
  expect(home).toMatchObject({ receivable: 2901.35, receivable_overdue: 1269.5, days_sales_outstanding: 90 })
  // 2,549 sold, 600 of goods in it.
  expect(home).toMatchObject({ sales_this_year: 2549, gross_margin: 76.5, inventory: 59_400, cash: 76 })
  expect(home).toMatchObject({ sales_this_month: 1341, sales_last_month: 78, sales_last_month_so_far: 70 })
  expect(home).toMatchObject({
    profit_this_month: 741,
    vat_due: 332.85,
    vat_since: '2028-04-01',
    sold_since: '2027-12',
  })
  const months = new Map(
    home.months.map(({ month, income, expense, received, paid }) => [month, { income, expense, received, paid }]),
  )
  expect(months.get('2027-12')).toEqual({ income: 40, expense: 0, received: 46, paid: 0 })
  expect(months.get('2028-06')).toEqual({ income: 1341, expense: 600, received: 30, paid: 0 })
  expect(home.best_customers.map(({ id, amount }) => [id, amount])).toEqual([
    [other, 1378],
    [owner.ids.customer, 1171],
  ])
  expect(home.best_products.map(({ id, amount }) => [id, amount])).toEqual([
    [owner.ids.service, 1549],
    [owner.ids.goods, 1000],
  ])
})

/** Of all parties, and of the partly paid one, whose statement has the same figures. */
describe.each([
  ['2028-06-10', [481.85, 345, 920, 34.5, 0, 0, 0, 1781.35], [47.15, 345, 920, 34.5, 0, 0, 0, 1346.65]],
  ['2028-06-14', [481.85, 345, 920, 34.5, 0, 0, 0, 1781.35], [47.15, 345, 920, 34.5, 0, 0, 0, 1346.65]],
  ['2028-06-15', [1631.85, 115, 545, 586.5, 23, 0, 0, 2901.35], [47.15, 115, 545, 586.5, 23, 0, 0, 1316.65]],
  ['2028-06-16', [1286.85, 345, 265, 920, 34.5, 0, 0, 2851.35], [47.15, 0, 265, 920, 34.5, 0, 0, 1266.65]],
])('5.8 and 5.9 at the end of %s', (day, everybody, one) => {
  const show = async (path: string): Promise<Sheet> => get(`/reports/${path}`)
  const figures = (rows: Sheet['rows'] = [], at = -1) => parts.map((part) => rows.at(at)?.figures[part] ?? 0)

  test('aged receivables and payables', async () => {
    const { rows, difference } = await show(`aged-receivables?to=${day}`)
    expect([figures(rows), difference]).toEqual([everybody, 0])
    expect(figures(rows.filter(({ key }) => key === `party:${owner.ids.customer}`))).toEqual(one)
    const euros = await show(`aged-receivables?to=${day}&currency_id=3`)
    expect(figures(euros.rows)).toEqual([11.5, 0, 0, 0, 0, 0, 0, 11.5])
    const open = await show(`open-receivables?to=${day}`)
    expect(open.rows.at(-1)?.figures.remaining).toBe(everybody.at(-1))
  })
  test('the statement of a party, and the open amount of each document', async () => {
    const { rows, below } = await show(`customer-statement?customer_id=${owner.ids.customer}&from=2028-01-01&to=${day}`)
    expect(figures(below?.rows)).toEqual(one)
    expect(rows.at(-1)?.figures.balance).toBe(one.at(-1))
    const left = rows.reduce((sum, { figures }) => sum + Math.round((figures.remaining ?? 0) * 100), 0)
    expect(left / 100).toBe(one.at(-1))
  })
})
