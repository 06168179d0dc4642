import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody } from '../harness/organization.ts'

// A shop that lets a corner: the rent is other income (accounting rules 2.1-3, 5.4), and what is credited of it is taken off there. The
// invariants run after the file.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const chart = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
const account = (number: string) => chart.find((one) => one.number === number)?.id as number
const rent = await idOf(
  owner.post('/products', {
    ...(await bodies.products(owner)),
    product_type_id: 2,
    unlimited_quantity: true,
    income_account_id: account('420101'),
  }),
)
const row = (product_id: number, price: number) => ({ product_id, quantity: 1, price, tax_rate: 15 })
const day = '2028-02-10'
const invoice = (items: object[]) =>
  idOf(owner.post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day, items })))
const credit = (id: number, lines: object[]) =>
  post(`/invoices/${id}/credit-note`, { note_date: day, reason: 'تخفيض', lines })
const keys = ['net_sales', 'gross_profit', 'operating_profit', 'other_income', 'net_profit']

/** The statement of the month by its lines, and what the report of products says was sold, of the rent and of all. */
async function said(): Promise<Record<string, number>> {
  const days = 'from=2028-02-01&to=2028-02-29'
  const statement = (await get(`/reports/profit-and-loss?${days}`)) as Sheet
  const sold = (await get(`/reports/sales-by-product?${days}`)) as Sheet
  return {
    ...Object.fromEntries(keys.map((key) => [key, statement.rows.find((one) => one.key === key)?.figures.amount ?? 0])),
    rent: sold.rows.find(({ key }) => key === `product:${rent}`)?.figures.net ?? 0,
    sold: sold.rows.at(-1)?.figures.net ?? 0,
  }
}
const result = (net_sales: number, other_income: number) => ({
  net_sales,
  gross_profit: net_sales,
  operating_profit: net_sales,
  other_income,
  net_profit: net_sales + other_income,
  rent: other_income,
  sold: net_sales + other_income,
})

test('a credit of other income reduces other income, and not net sales', async () => {
  const let_ = await invoice([row(rent, 1000)])
  expect(await said()).toEqual(result(0, 1000))
  await credit(let_, [{ line_number: 1, amount: 400 }])
  expect(await said()).toEqual(result(0, 600))
  // A second row is a sale, credited as one; both are in one note.
  const both = await invoice([row(owner.ids.service, 500), row(rent, 300)])
  expect(await said()).toEqual(result(500, 900))
  const note = await credit(both, [
    { line_number: 1, amount: 200 },
    { line_number: 2, quantity: 1 },
  ])
  expect(await said()).toEqual(result(300, 600))
  expectOk(await owner.remove(`/credit-notes/${note.id}`))
  expect(await said()).toEqual(result(500, 900))
})

test('it is posted to the original account, even if the product has another account now', async () => {
  const before = await said()
  const earlier = await invoice([row(rent, 100)])
  const { version: _, ...product } = await get(`/products/${rent}`)
  await post(`/products/${rent}`, { ...product, income_account_id: '' })
  await credit(earlier, [{ line_number: 1, quantity: 1 }])
  expect(await said()).toEqual(before)
  const later = await invoice([row(rent, 100)])
  await post(`/products/${rent}`, { ...product, income_account_id: account('420101') })
  await credit(later, [{ line_number: 1, quantity: 1 }])
  expect(await said()).toEqual(before)
})

test('an account of its own among the sales has its returns among them', async () => {
  const { parent_id } = await get(`/accounting/accounts/${account('410101')}`)
  const exports_ = {
    number: '410109',
    name: 'مبيعات التصدير',
    name_en: 'Export sales',
    type: 'sub',
    status: 'active',
    parent_id,
  }
  const { id } = await post('/accounting/accounts', exports_)
  const { version: _, ...product } = await get(`/products/${rent}`)
  await post(`/products/${rent}`, { ...product, income_account_id: id })
  const before = (await said()).net_sales ?? 0
  const sold = await invoice([row(rent, 100)])
  await credit(sold, [{ line_number: 1, amount: 30 }])
  expect((await said()).net_sales).toBe(before + 70)
  const { rows } = (await get('/reports/trial-balance?from=2028-02-01&to=2028-02-29')) as Sheet
  const figures = rows.find(({ texts }) => texts.number === '410109')?.figures
  expect([figures?.closing_credit, figures?.closing_debit ?? 0]).toEqual([100, 0])
})
