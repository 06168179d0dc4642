import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { callsOf, expectOk, paymentBody, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'
import { createSmallCompany, type SmallCompany } from '../harness/small-company.ts'

// The returns of tax withheld from non-residents: months, yearly statements, what is paid of them.

let app: TestApp
let owner: SmallCompany
let calls: ReturnType<typeof callsOf>
const year = Number(today().slice(0, 4)) - 1
const [january, february, march] = [Number(`${year}0131`), Number(`${year}0228`), Number(`${year}0331`)]
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSmallCompany(app, year + 1)
  calls = callsOf(owner)
})
type Body = Record<string, unknown>
const path = '/accounting/expense-payments'
let count = 0
const paymentOf = (payment_date: string, change: Body): Body => {
  const { customer_id: _, ...body } = paymentBody(owner, change as never)
  count += 1
  return { ...body, payment_number: `WHT-${count}`, supplier_id: owner.ids.supplier, payment_date, ...change }
}
const pay = (payment_date: string, change: Body) => calls.post(path, paymentOf(payment_date, change))
const act = (id: number, what: string, body?: object) => owner.post(`/withholding-periods/${id}/${what}`, body)
const done = async (id: number, what: string, body?: object) => expectOk(await act(id, what, body)).body.data
const shown = async () => calls.get('/withholding-periods')
const month = async (id: number) => (await shown()).months.find((row: { id: number }) => row.id === id)
const payees = async (from: string, to: string): Promise<Sheet> =>
  calls.get(`/reports/withholding-by-payee?from=${from}&to=${to}`)
const figuresOf = ({ rows }: Sheet) => Object.fromEntries(rows.map(({ key, figures }) => [key, figures.tax]))

test('nothing is shown before a payment withholds, and the first one switches the returns on', async () => {
  expect(await shown()).toMatchObject({ months: [], years: [], untyped: [], taken_back: [] })
  expect((await calls.get('/organization/show')).uses_withholding).toBe(false)
  await pay(`${year}-01-10`, { amount: 10_000, withholding_type: 'royalties', withholding_rate: 15 })
  expect((await calls.get('/organization/show')).uses_withholding).toBe(true)
  expect(await month(january)).toMatchObject({
    from: `${year}-01-01`,
    to: `${year}-01-31`,
    status: 'open',
    due_on: `${year}-02-10`,
    base: 10_000,
    tax: 1500,
    untyped: 0,
    unpaid: 0,
    authority_reference: null,
  })
})

test('a type takes the rate of the law, and a treaty a lower one by its certificate', async () => {
  const made = await pay(`${year}-01-12`, { amount: 1000, withholding_type: 'technical_services' })
  expect(made).toMatchObject({ withholding_type: 'technical_services', withholding_rate: 5, withheld: 50 })
  const refused = async (change: Body) => (await owner.post(path, paymentOf(`${year}-01-12`, change))).body.errors
  expect(await refused({ amount: 10, withholding_type: 'royalties', withholding_rate: 20 })).toHaveProperty(
    'withholding_rate',
  )
  const treaty = { amount: 1000, withholding_type: 'royalties', withholding_rate: '8' }
  expect(await refused(treaty)).toHaveProperty('withholding_certificate')
  const lowered = await pay(`${year}-01-13`, { ...treaty, withholding_certificate: 'UK-77' })
  expect(lowered).toMatchObject({ withheld: 80, withholding_certificate: 'UK-77' })
  // Exempt by a treaty: nothing is withheld, and what was paid is in the return.
  await pay(`${year}-01-14`, { ...treaty, withholding_rate: '0', withholding_certificate: 'AE-1' })
  expect(await month(january)).toMatchObject({ base: 13_000, tax: 1630 })
})

test('a month is filed when each payment says what it was for, and takes none that withholds after it', async () => {
  const { id } = await pay(`${year}-01-20`, { amount: 200, withholding_rate: 5 })
  expect((await act(january, 'file')).body.errors).toHaveProperty('period')
  const [asked] = (await shown()).untyped
  expect(asked).toMatchObject({ payment_id: id, rate: 5, base: 200, tax: 10 })
  const say = (body: Body) => owner.post(`${path}/${id}/withholding-type`, body)
  expect((await say({ withholding_type: 'royalties' })).body.errors).toHaveProperty('withholding_certificate')
  expectOk(await say({ withholding_type: 'rent', version: asked.version }))
  expect((await shown()).untyped).toEqual([])
  const filed = (await done(january, 'file')).months.at(-1)
  expect(filed).toMatchObject({ status: 'filed', base: 13_200, tax: 1640, unpaid: 1640 })
  expect((await act(january, 'file')).body.errors).toHaveProperty('period')
  await done(january, 'reference', { authority_reference: 'WHT-881' })
  expect(await month(january)).toMatchObject({ authority_reference: 'WHT-881' })
  const late = await owner.post(path, paymentOf(`${year}-01-31`, { amount: 5, withholding_rate: 5 }))
  expect(late.body.errors).toHaveProperty('payment_date')
  // A payment that withholds nothing is of no return.
  await pay(`${year}-01-31`, { amount: 5 })
  expect((await owner.remove(`${path}/${id}`)).body.errors).toHaveProperty('payment_date')
  expect((await say({ withholding_type: 'dividends' })).body.errors).toHaveProperty('withholding_type')
  const record = await calls.get(`${path}/${id}`)
  expect(record.closed_period).toBe('withholding_filed')
  const body = paymentOf(`${year}-01-20`, { amount: 300, payment_number: record.payment_number, withholding_rate: 5 })
  expect((await owner.post(`${path}/${id}`, body)).body.errors).toHaveProperty('payment_date')
})

test('a payment of a filed month that is reversed later is less in the month of its reversal', async () => {
  const { id } = await pay(`${year}-02-03`, { amount: 2000, withholding_type: 'other_services' })
  await done(february, 'file')
  expect(
    (await owner.post(`${path}/${id}/reverse`, { date: `${year}-02-20`, reason: 'x' })).body.errors,
  ).toHaveProperty('date')
  await calls.post(`${path}/${id}/reverse`, { date: `${year}-03-05`, reason: 'ارتد التحويل' })
  expect(await month(february)).toMatchObject({ base: 2000, tax: 300 })
  expect(await month(march)).toMatchObject({ base: -2000, tax: -300, status: 'open' })
})

test('payments to the authority settle the oldest month first, and what is unpaid grows a fine', async () => {
  const { account } = await shown()
  expect([(await month(january)).unpaid, (await month(february)).unpaid]).toEqual([1640, 300])
  expect((await month(january)).fine).toBeGreaterThanOrEqual(16.4)
  const accounts = (await calls.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const cash = accounts.find(({ number }) => /^1101\d\d$/.test(number))?.id
  const lines = [
    { account_id: account.id, debit: 1700, credit: 0 },
    { account_id: cash, debit: 0, credit: 1700 },
  ]
  await calls.post('/accounting/journal-entries', {
    journal_number: 'J-WHT',
    journal_date: `${year}-03-10`,
    branch_id: owner.ids.branch,
    currency_id: 1,
    status: 'posted',
    description: 'سداد',
    lines,
  })
  expect([(await month(january)).unpaid, (await month(february)).unpaid]).toEqual([0, 240])
})

test('the report by payee adds up to the returns and to the account', async () => {
  const whole = await payees(`${year}-01-01`, `${year}-12-31`)
  const { withholding_total, withholding_moved, withholding_account } = figuresOf(whole)
  const returns = (await shown()).months.reduce((all: number, { tax }: { tax: number }) => all + tax, 0)
  expect([withholding_total, withholding_moved, withholding_account]).toEqual([returns, -1700, returns - 1700])
  const kinds = whole.rows.filter(({ key }) => key.startsWith('kind:')).map(({ figures }) => figures.withholding_rate)
  expect(kinds.length).toBeGreaterThan(4)
  const named = figuresOf(await payees(`${year}-01-01`, `${year}-01-31`))
  expect(named[`payee:${owner.ids.supplier}`]).toBe(1640)
})

test('the statement of a year follows its months, which are not taken back before it', async () => {
  expect((await act(year, 'file')).body.errors).toHaveProperty('period')
  await done(march, 'file')
  const statement = (await done(year, 'file')).years.at(-1)
  expect(statement).toMatchObject({ id: year, status: 'filed', base: 13_200, tax: 1640 })
  expect((await act(march, 'take-back', { reason: 'x' })).body.errors).toHaveProperty('period')
  const clerk = await clientWith(app, owner, ['file-withholding'])
  expect((await clerk.post(`/withholding-periods/${year}/take-back`, { reason: 'x' })).status).toBe(403)
  const deleting = withSuperuser(app, (client) => client.query('DELETE FROM withholding_periods WHERE id = $1', [year]))
  await expect(deleting).rejects.toThrow(/taken back/)
  await done(year, 'take-back', { reason: 'دفعة منسية' })
  const { taken_back } = await done(march, 'take-back', { reason: 'دفعة منسية' })
  expect(taken_back.map(({ kind, tax }: Body) => [kind, tax])).toEqual([
    ['month', -300],
    ['year', 1640],
  ])
  await pay(`${year}-03-20`, { amount: 1000, withholding_type: 'management_fees' })
  expect(await month(march)).toMatchObject({ status: 'open', tax: -100 })
})

test('the home page and the month close name a month that is not filed', async () => {
  expect((await calls.get('/reports/home')).attention.due_withholding).toEqual({
    count: 1,
    from: `${year}-03-01`,
    to: `${year}-03-31`,
    until: `${year}-04-10`,
  })
  const step = async (date: string) =>
    (await calls.get(`/accounting/month-close?date=${date}`)).steps.find((one: Body) => one.name === 'withholding')
  expect(await step(`${year}-03-31`)).toMatchObject({ state: 'open', amount: -100 })
  expect(await step(`${year}-01-31`)).toMatchObject({ state: 'done', amount: 1640 })
  expect(await step(`${year}-05-31`)).toBeUndefined()
})

test('a month that runs is not filed, nor one without payments', async () => {
  await pay(today(), { amount: 100, withholding_type: 'rent' })
  const running = (await shown()).months[0]
  expect(running.status).toBe('running')
  expect((await act(running.id, 'file')).body.errors).toHaveProperty('period')
  expect((await act(Number(`${year}0630`), 'file')).status).toBe(404)
})

test('a payment in dollars withholds in riyals at its own rate', async () => {
  const change = { amount: 10_000, currency_id: 2, exchange_rate: '3.75', withholding_type: 'technical_services' }
  await pay(`${year}-04-15`, change)
  expect(await month(Number(`${year}0430`))).toMatchObject({ base: 37_500, tax: 1875 })
})

test('a payee has a certificate of each year: as filed, or marked as open, with the tax that we bear in its gross amount', async () => {
  const supplier = owner.ids.supplier
  const before = await calls.get(`/suppliers/${supplier}/withholding-years`)
  type Year = { year: number; base: number; tax: number; is_filed: boolean }
  const of = (years: Year[]) => years.find((one) => one.year === year)
  await pay(`${year}-06-10`, { amount: 9_500, withholding_type: 'rent', withholding_borne: true })
  const after = await calls.get(`/suppliers/${supplier}/withholding-years`)
  const [was, is] = [of(before), of(after)]
  expect([(is?.base ?? 0) - (was?.base ?? 0), (is?.tax ?? 0) - (was?.tax ?? 0), is?.is_filed]).toEqual([
    10_000,
    500,
    false,
  ])
  const report = await payees(`${year}-01-01`, `${year}-12-31`)
  const payee = report.rows.find(({ key }) => key === `payee:${supplier}`)
  expect([is?.base, is?.tax]).toEqual([payee?.figures.withholding_base, payee?.figures.tax])
  const paper = await owner.get(`/suppliers/${supplier}/withholding-certificate?year=${year}`)
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await owner.get(`/suppliers/${supplier}/withholding-certificate?year=2001`)).status).toBe(404)
  expect((await owner.get(`/suppliers/${owner.ids.customer}/withholding-years`)).status).toBe(404)
})
