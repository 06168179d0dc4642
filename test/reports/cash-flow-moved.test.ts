import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, paymentBody } from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'

// Non-cash transactions are in neither investing nor financing (IAS 7.43). The effect of exchange rates on cash has its own line
// (IAS 7.28). Each row shows what happened to the cash. Every figure is computed manually.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const chart = new Map(
  ((await get('/accounting/accounts/list')) as { id: number; number: string }[]).map(({ id, number }) => [number, id]),
)
const line = (number: string, debit: number, credit: number, more = {}) => ({
  account_id: chart.get(number),
  debit,
  credit,
  ...more,
})
let entries = 0
const entry = (journal_date: string, ...lines: object[]) =>
  post('/accounting/journal-entries', {
    journal_number: `J-${++entries}`,
    journal_date,
    currency_id: 1,
    branch_id: owner.ids.branch,
    lines,
  })
const month = (number: string) => `from=2028-${number}-01&to=2028-${number}-28`
async function flow(days: string): Promise<Record<string, number>> {
  const { rows, difference } = (await get(`/reports/cash-flow?${days}`)) as Sheet
  expect(difference).toBe(0)
  return Object.fromEntries(
    rows.flatMap(({ texts, key, figures }): [string, number][] =>
      figures.amount ? [[typeof texts.number === 'string' ? texts.number : key, figures.amount]] : [],
    ),
  )
}

test('an asset that is bought on credit is investing when it is paid, by its part', async () => {
  const { id: category } = await post('/product-categories', {
    name: 'أصول',
    status: 'active',
    expense_account_id: chart.get('120104'),
  })
  const { id: product_id } = await post('/products', {
    code: 'A-1',
    name: 'أثاث',
    product_type_id: 2,
    unlimited_quantity: true,
    unit_id: owner.ids.unit,
    status: 'active',
    product_category_id: category,
    sale_price: '0',
    purchase_price: '0',
    apply_tax: true,
  })
  const items = [{ product_id, quantity: 1, price: 1000, tax_rate: 15 }]
  const bill = await post('/bills', billBody(owner, { bill_date: '2028-01-10', due_date: '2028-01-10', items }))
  // Unpaid: the asset is not in the statement, and the payable is that of the tax only.
  expect(await flow(month('01'))).toEqual({ 110501: -150, 210101: 150 })
  const pay = (payment_date: string, amount: number) =>
    post('/accounting/expense-payments', {
      ...paymentBody(owner, { payment_date, amount }),
      customer_id: undefined,
      supplier_id: owner.ids.supplier,
      references: [{ reference_id: bill.id, amount }],
    })
  await pay('2028-02-10', 575)
  expect(await flow(month('02'))).toMatchObject({ net_investing: -500, 120104: -500, 210101: -75, net_change: -575 })
  await pay('2028-03-10', 575)
  expect(await flow(month('03'))).toMatchObject({ net_investing: -500, net_operating: -75, net_change: -575 })
  // All of it together is one purchase that was paid.
  const whole = await flow('from=2028-01-01&to=2028-03-31')
  expect(whole).toMatchObject({ net_investing: -1000, 120104: -1000, 110501: -150, net_change: -1150 })
  expect(whole).not.toHaveProperty('210101')
  await openEveryFigure(showOnce(owner), `cash-flow?${month('02')}`)
})

test('a lease and what it pays for are neither; its instalments are financing', async () => {
  await entry('2028-04-01', line('120302', 5000, 0), line('220102', 0, 5000))
  expect(await flow('from=2028-04-01&to=2028-04-01')).toEqual({ closing_cash: -1150, opening_cash: -1150 })
  await entry('2028-04-20', line('220102', 900, 0), line('530101', 100, 0), line('110103', 0, 1000))
  expect(await flow('from=2028-04-02&to=2028-04-28')).toMatchObject({ net_financing: -1000, 220102: -900 })
})

test('a scrapped asset is a loss without cash flow', async () => {
  await entry('2028-05-10', line('520213', 40, 0), line('120203', 60, 0), line('120104', 0, 100))
  const scrapped = await flow('from=2028-05-10&to=2028-05-10')
  expect(scrapped).toMatchObject({ net_profit: -40, 'noncash_items:profit_without_cash': 40 })
  expect(scrapped).not.toHaveProperty('net_investing')
})

test('exchange rates change cash without a flow; rows read as sentences in both languages', async () => {
  const eur = (await get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR').id
  await post(`/currencies/${eur}/rate`, { rate: '4', valid_on: '2028-01-01' })
  await post(`/currencies/${eur}/rate`, { rate: '4.5', valid_on: '2028-05-31' })
  const bank = (await get('/payment-methods/list')).find(({ name_en }: { name_en: string }) =>
    name_en.startsWith('mada'),
  ).id
  const receipt = { payment_date: '2028-05-20', amount: 100, currency_id: eur, payment_method_id: bank }
  await post('/accounting/income-payments', paymentBody(owner, receipt))
  await post('/accounting/fx-revaluations', { date: '2028-05-31' })
  const days = 'from=2028-05-15&to=2028-05-31'
  expect(await flow(days)).toMatchObject({
    net_profit: 50,
    'noncash_items:fx_in_profit': -50,
    210201: 400,
    net_operating: 400,
    net_change: 400,
    fx_on_cash: 50,
  })
  const csv = async (language: 'ar' | 'en') =>
    String((await owner.ask('GET', `/reports/cash-flow/export?format=csv&${days}`, { language })).body)
  expect(await csv('en')).toMatch(/Increase in Customer advances/)
  expect(await csv('ar')).toMatch(/الزيادة في دفعات مقدمة/)
})
