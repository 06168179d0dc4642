import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { Home } from '#contract/reports.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, paymentBody } from '../harness/organization.ts'

// The home page of today equals the reports of today, regardless of records dated ahead: a cheque of next week, the
// reversal of a revaluation, an entry at the end of the month.

test('the first page shows the figures as of the end of today', async () => {
  let now = '2028-03-22T09:00:00Z'
  const app = await createTestApp({ now: () => new Date(now) })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const due = { invoice_date: '2028-03-01', due_date: '2028-03-05' }
  const id = await idOf(owner.post('/invoices', invoiceBody(owner, due)))
  const received = { amount: 150, payment_date: '2028-03-10', references: [{ reference_id: id, amount: 150 }] }
  await post('/accounting/income-payments', paymentBody(owner, received))
  const ahead = { amount: 1000, payment_date: '2028-03-22', references: [{ reference_id: id, amount: 1000 }] }
  await post('/accounting/income-payments', paymentBody(owner, ahead))
  // Future dates are refused now. Books may contain them from before that rule, or from a clock that was ahead.
  now = '2028-03-15T09:00:00Z'
  const accounts = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
  const account = (number: string) => accounts.find((one) => one.number === number)?.id
  await post('/accounting/journal-entries', {
    journal_number: 'J-1',
    journal_date: '2028-03-31',
    currency_id: 1,
    branch_id: owner.ids.branch,
    lines: [
      { account_id: account('520201'), debit: 400, credit: 0 },
      { account_id: account('110101'), debit: 0, credit: 400 },
    ],
  })
  const home: Home = await get('/reports/home')
  expect(home).toMatchObject({ cash: 150, receivable: 1000, receivable_overdue: 1000, profit_this_month: 1000 })
  expect(home.receivable_by_age.find(({ bucket }) => bucket === 'days_30')?.amount).toBe(1000)
  expect(home.months.at(-1)).toMatchObject({ income: 1000, expense: 0, received: 150, paid: 0 })
  // The open and the overdue amount link to their documents, without regard to advances.
  const ahead_of = { amount: 70, payment_date: '2028-03-11', references: [] }
  await post('/accounting/income-payments', paymentBody(owner, ahead_of))
  const open = async (...age: string[]) =>
    (await get(`/reports/open-receivables?age=${age}`)).rows.at(-1)?.figures.remaining ?? 0
  expect(await open('not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older')).toBe(home.receivable)
  expect(await open('days_30', 'days_60')).toBe(home.receivable_overdue)
  expect(await open('not_due', 'older')).toBe(0)
  expect(await open('days_30', 'advances')).toBe(930)
  expect(home.vat_since).toBe('2028-01-01')
  const { rows } = await get('/reports/aged-receivables?to=2028-03-15')
  expect(rows.at(-1).figures).toMatchObject({ days_30: 1000, total: 930 })
})

test('debit notes count as sales in the receivables ratio', async () => {
  const now = '2028-03-22T09:00:00Z'
  const app = await createTestApp({ now: () => new Date(now) })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const days = { invoice_date: '2028-03-01', due_date: '2028-03-05' }
  const id = await idOf(owner.post('/invoices', invoiceBody(owner, days)))
  expect((await get('/reports/home')).days_sales_outstanding).toBe(90)
  const note = { note_date: '2028-03-02', reason: 'فرق سعر', lines: [{ line_number: 1, amount: 500 }] }
  await post(`/invoices/${id}/debit-note`, note)
  // All charged amounts are still due.
  expect((await get('/reports/home')).days_sales_outstanding).toBe(90)
})

test('the best customers are those by net sales: debit notes count, customers with returns only do not', async () => {
  const app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const years = '/accounting/financial-years'
  const before = { name: '2027', type: 'yearly', started_at: '2027-01-01', ended_at: '2027-12-31' }
  await post(`${years}/${await idOf(owner.post(years, before))}/change-status`, { status: 'open' })
  const charged = owner.ids.customer
  const returning = await idOf(owner.post('/customers', await bodies.customers(owner)))
  const buying = await idOf(owner.post('/customers', await bodies.customers(owner)))
  const sell = (customer_id: number, invoice_date: string, product_id: number, price = 1000) => {
    const items = [{ product_id, quantity: 1, price, tax_rate: 15 }]
    return idOf(
      owner.post('/invoices', invoiceBody(owner, { customer_id, invoice_date, due_date: '2028-03-31', items })),
    )
  }
  const { service } = owner.ids
  const other = { product_type_id: 2, quantity: '', unlimited_quantity: true }
  const givenBack = await idOf(owner.post('/products', { ...(await bodies.products(owner)), ...other }))
  const kept = await sell(charged, '2027-12-31', service)
  const returned = await sell(returning, '2027-12-31', givenBack)
  await sell(buying, '2028-01-01', service, 40)
  const note = { note_date: '2028-01-02', reason: 'فرق سعر', lines: [{ line_number: 1, amount: 500 }] }
  await post(`/invoices/${kept}/debit-note`, note)
  await post(`/invoices/${returned}/credit-note`, note)
  const home: Home = await get('/reports/home')
  expect(home.best_customers.map(({ id, amount }) => [id, amount])).toEqual([
    [charged, 500],
    [buying, 40],
  ])
  expect(home.best_products.map(({ id, amount }) => [id, amount])).toEqual([[service, 540]])
})

test('a debit note is late like an invoice, a credit note never, in the list as on the page', async () => {
  let now = '2028-03-22T09:00:00Z'
  const app = await createTestApp({ now: () => new Date(now) })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const body = invoiceBody(owner, { invoice_date: '2028-03-01', due_date: '2028-03-31' })
  const id = await idOf(owner.post('/invoices', body))
  const note = { note_date: '2028-03-22', reason: 'فرق سعر', lines: [{ line_number: 1, amount: 500 }] }
  await post(`/invoices/${id}/debit-note`, note)
  await post('/accounting/income-payments', {
    ...paymentBody(owner, { payment_date: '2028-03-22' }),
    references: [{ reference_id: id, amount: 1150 }],
  })
  // There is no open amount left to deduct from.
  await post(`/invoices/${id}/credit-note`, note)
  const late = async (path: string) => {
    const [row] = await get(path)
    expect(row.remaining_amount).toBe(575)
    expect((await get(`${path}/${row.id}`)).is_overdue).toBe(row.is_overdue)
    return row.is_overdue
  }
  expect([await late('/debit-notes'), await late('/credit-notes')]).toEqual([false, false])
  now = '2028-03-23T09:00:00Z'
  expect([await late('/debit-notes'), await late('/credit-notes')]).toEqual([true, false])
  expect((await get('/reports/home')).receivable_overdue).toBe(575)
})

test('a transfer between own accounts is neither income nor expense, but its fee is', async () => {
  const app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const accounts = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
  let entered = 0
  const enter = (...lines: [number: string, debit: number, credit: number][]) =>
    idOf(
      owner.post('/accounting/journal-entries', {
        journal_number: `J-${++entered}`,
        journal_date: '2028-03-10',
        currency_id: 1,
        branch_id: owner.ids.branch,
        lines: lines.map(([number, debit, credit]) => ({
          account_id: accounts.find((one) => one.number === number)?.id,
          debit,
          credit,
        })),
      }),
    )
  const [till, bank, fees, owners, rent] = ['110101', '110102', '520201', '310101', '520202'] as const
  await enter([till, 600, 0], [bank, 400, 0], [owners, 0, 1000])
  const moved = async () => {
    const { received, paid } = ((await get('/reports/home')) as Home).months.at(-1) ?? {}
    return [received, paid]
  }
  expect(await moved()).toEqual([1000, 0])
  const transfer = await enter([bank, 300, 0], [till, 0, 300])
  expect(await moved()).toEqual([1000, 0])
  await post(`/accounting/journal-entries/${transfer}/reverse`, { date: '2028-03-12', reason: 'x' })
  expect(await moved()).toEqual([1000, 0])
  await enter([bank, 100, 0], [fees, 5, 0], [till, 0, 105])
  await enter([rent, 20, 0], [till, 0, 20])
  expect(await moved()).toEqual([1000, 25])
  // The rows of the month add up to its figure, also page by page. The fee is on the account it was paid from.
  const asked = 'line=cash&without=opening,own_transfer&from=2028-03-01&to=2028-03-22'
  const whole = await get(`/reports/account-statement?${asked}`)
  const figuresOf = (sheet: Sheet) => sheet.rows.map(({ figures }) => [figures.debit, figures.credit, figures.balance])
  expect(figuresOf(whole).slice(1)).toEqual([
    [600, 0, 600],
    [400, 0, 1000],
    [0, 5, 995],
    [0, 20, 975],
    [1000, 25, 975],
  ])
  const rest = await get(`/reports/account-statement?${asked}&after=2028-03-10.${whole.rows[3].key}`)
  expect([rest.rows[0].figures.balance, ...figuresOf(rest).slice(1)]).toEqual([995, [0, 20, 975], [1000, 25, 975]])
})

test('a payment that was corrected or voided on its own day neither came in nor went out', async () => {
  const app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get } = callsOf(owner)
  const payments = '/accounting/income-payments'
  const paid = (amount: number, payment_date: string) => paymentBody(owner, { amount, payment_date, references: [] })
  const flow = async (month = -1) => {
    const { received, paid } = ((await get('/reports/home')) as Home).months.at(month) ?? {}
    return [received, paid]
  }
  const corrected = await idOf(owner.post(payments, paid(500, '2028-03-10')))
  const { version, payment_number } = await get(`${payments}/${corrected}`)
  expectOk(await owner.post(`${payments}/${corrected}`, { ...paid(400, '2028-03-10'), payment_number, version }))
  expect(await flow()).toEqual([400, 0])
  const gone = await idOf(owner.post(payments, paid(70, '2028-02-10')))
  expect(await flow(-2)).toEqual([70, 0])
  expectOk(await owner.remove(`${payments}/${gone}`))
  expect(await flow(-2)).toEqual([0, 0])
  // Moved to another day, and given back on one: the first was a mistake, the second happened.
  const moved = await get(`${payments}/${corrected}`)
  expectOk(
    await owner.post(`${payments}/${corrected}`, {
      ...paid(400, '2028-02-11'),
      payment_number,
      version: moved.version,
    }),
  )
  expect([await flow(-2), await flow()]).toEqual([
    [400, 0],
    [0, 0],
  ])
  expectOk(await owner.post(`${payments}/${corrected}/reverse`, { date: '2028-03-15', reason: 'x' }))
  expect([await flow(-2), await flow()]).toEqual([
    [400, 0],
    [0, 400],
  ])
  for (const [month, figures] of [
    ['02', [400, 0]],
    ['03', [0, 400]],
  ] as const) {
    const asked = `line=cash&without=opening,own_transfer&hide_corrected=true&from=2028-${month}-01&to=2028-${month}-22`
    const { rows } = (await get(`/reports/account-statement?${asked}`)) as Sheet
    expect([rows.at(-1)?.figures.debit, rows.at(-1)?.figures.credit]).toEqual(figures)
  }
})

test('"this year" is the financial year, also where it begins in July', async () => {
  const app = await createTestApp({ now: () => new Date('2028-11-15T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const [year] = (await get('/accounting/financial-years')) as { id: number }[]
  const july = { name: '2028/2029', type: 'yearly', started_at: '2028-07-01', ended_at: '2029-06-30' }
  await post(`/accounting/financial-years/${year?.id}`, july)
  const before = { name: '2027/2028', type: 'yearly', started_at: '2027-07-01', ended_at: '2028-06-30' }
  const made = await post('/accounting/financial-years', before)
  await post(`/accounting/financial-years/${made.id}/change-status`, { status: 'open' })
  const sell = (day: string, price: number) =>
    post('/invoices', {
      ...invoiceBody(owner, { invoice_date: day, due_date: day }),
      items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
    })
  await sell('2028-03-01', 1000)
  await sell('2028-08-01', 200)
  await sell('2027-09-01', 30)
  const home: Home = await get('/reports/home')
  expect(home).toMatchObject({ year_since: '2028-07-01', sales_this_year: 200, sales_last_year_so_far: 30 })
  expect(home.best_customers.map(({ amount }) => amount)).toEqual([200])
  expect(home.best_products.map(({ amount }) => amount)).toEqual([200])
})
