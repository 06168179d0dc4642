import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, invoiceBody, type Organization } from '../harness/organization.ts'

// Compared ranges each belong to their own year, and a partial month counts to its day (accounting rules 5, 5.1, 5.5, 5.10). Every
// figure is computed manually.

let owner: Organization
let show: (path: string) => Promise<Sheet>
const rowOf = ({ rows }: Sheet, key: string) =>
  rows.find((row) => row.texts.number === key || row.key === key)?.figures ?? {}
/** A figure of a row and the one it is compared with. */
const both = (sheet: Sheet, key: string, name: string, compared: string) => {
  const figures = rowOf(sheet, key)
  return [figures[name] ?? 0, figures[compared] ?? 0]
}

beforeAll(async () => {
  owner = await createOrganization(await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') }))
  const { get, post } = callsOf(owner)
  show = (path) => get(`/reports/${path}`)
  const years = '/accounting/financial-years'
  const dates = { started_at: '2027-01-01', ended_at: '2027-12-31' }
  const { id } = await post(years, { name: '2027', type: 'yearly', ...dates })
  await post(`${years}/${id}/change-status`, { status: 'open' })
  await post('/currencies/3/rate', { rate: '4.10' })
  for (const [day, price, currency_id] of [
    ['2027-02-10', 100, 1],
    ['2027-11-05', 40, 1],
    ['2028-02-10', 30, 1],
    ['2028-05-10', 70, 1],
    ['2028-05-12', 10, 3],
    ['2028-05-20', 8, 1],
    ['2028-06-01', 5, 1],
  ] as const) {
    const items = [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
    await post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day, currency_id, items }))
  }
})

test.each([
  ['from=2028-02-01&to=2028-02-29&compare=same_period_last_year', [30, 100], [140, 0]],
  ['from=2028-03-01&to=2028-03-31&compare=same_period_last_year', [30, 100], [140, 0]],
  ['from=2028-01-01&to=2028-01-31&compare=previous_period', [0, 140], [140, 0]],
])('5.1: trial balance %s', async (query, sales, prior) => {
  const sheet = await show(`trial-balance?${query}`)
  const credits = (key: string) => both(sheet, key, 'closing_credit', 'compared_credit')
  expect([credits('410102'), credits('prior_years'), sheet.difference]).toEqual([sales, prior, 0])
})

test.each([
  ['to=2028-03-31&compare=previous_period', [30, 140], [140, 0]],
  ['to=2028-03-31&compare=same_period_last_year', [30, 100], [140, 0]],
])('5.5: balance sheet %s', async (query, profit, prior) => {
  const sheet = await show(`balance-sheet?${query}`)
  const amounts = (key: string) => both(sheet, key, 'amount', 'compared')
  expect([amounts('current_profit'), amounts('prior_years'), sheet.difference]).toEqual([profit, prior, 0])
})

test('5.1: the balance of the first of a month counts once when the other range cuts the month', async () => {
  for (const [days, sold] of [
    ['from=2028-05-11&to=2028-06-30', 54],
    ['from=2028-05-11&to=2028-06-10', 54],
    ['from=2028-05-11&to=2028-05-31', 49],
    ['from=2028-06-02&to=2028-06-30', 0],
  ] as const)
    expect(rowOf(await show(`trial-balance?${days}`), '410102').movement_credit ?? 0, days).toBe(sold)
})

test('5.10: half a month is sold to its day, in riyals with its tax', async () => {
  for (const by of ['product', 'customer']) {
    const half = await show(`sales-by-${by}?from=2028-05-01&to=2028-05-15`)
    expect(half.rows.at(-1)?.figures, by).toMatchObject({ net: 111, tax: 16.65 })
    const rest = await show(`sales-by-${by}?from=2028-05-11&to=2028-05-31`)
    expect(rest.rows.at(-1)?.figures, by).toMatchObject({ net: 49, tax: 7.35 })
  }
})
