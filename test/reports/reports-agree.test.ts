import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createQuarter, type Quarter } from '../books/quarter/company.ts'
import { createTestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

// Figures that are in several reports agree: an accountant compares them when closing a month.

let owner: Quarter
const end = '2025-03-31'
const range = `from=2025-01-01&to=${end}`
beforeAll(async () => {
  owner = await createQuarter(await createTestApp())
})

const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)

/** A figure of the row with this key or account number, in hundredths. */
async function figure(path: string, row: string, ...columns: string[]): Promise<number> {
  const { rows } = await show(path)
  const found = rows.find(({ key, texts }) => key === row || texts.number === row || texts.box === row)
  expect(found, `${path} ${row}`).toBeDefined()
  return columns.reduce((sum, key) => sum + cents(found?.figures[key]), 0)
}
/** The balance of an account in the trial balance: debit less credit. */
const stood = async (number: string) =>
  (await figure(`trial-balance?${range}`, number, 'closing_debit')) -
  (await figure(`trial-balance?${range}`, number, 'closing_credit'))
const total = async (path: string, column: string) => figure(path, 'total', column)

test('net profit', async () => {
  const profit = await figure(`profit-and-loss?${range}`, 'net_profit', 'amount')
  expect(profit).not.toBe(0)
  const said = await Promise.all([
    figure(`profit-and-loss?${range}&columns=month`, 'net_profit', 'amount'),
    figure(`cost-center-report?${range}`, 'net_profit', 'amount'),
    figure(`cash-flow?${range}`, 'net_profit', 'amount'),
    figure(`balance-sheet?to=${end}`, 'current_profit', 'amount'),
    figure(`account-statement?${range}&line=net_profit`, 'closing', 'balance'),
  ])
  expect(said).toEqual(said.map(() => profit))
  expect(-(await stood('4')) - (await stood('5'))).toBe(profit)
})

test('cash, and what it consists of', async () => {
  const cash = await stood('1101')
  expect(cash).not.toBe(0)
  expect(await figure(`cash-flow?${range}`, 'closing_cash', 'amount')).toBe(cash)
  expect(await figure(`balance-sheet?to=${end}`, '1101', 'amount')).toBe(cash)
  expect(cents((await show(`cash-flow?${range}`)).below?.rows.at(-1)?.figures.closing_cash)).toBe(cash)
})

test('receivables and payables', async () => {
  const [receivable, ahead] = [await stood('110201'), await stood('210201')]
  expect(receivable).not.toBe(0)
  expect(await figure(`balance-sheet?to=${end}`, '110201', 'amount')).toBe(receivable)
  for (const report of ['aged-receivables', 'open-receivables'])
    expect(await total(`${report}?to=${end}`, report.startsWith('aged') ? 'total' : 'remaining'), report).toBe(
      receivable + ahead,
    )
  const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older']
  expect(await figure(`aged-receivables?to=${end}`, 'total', ...ages)).toBe(receivable)
  expect(await figure(`aged-payables?to=${end}`, 'total', ...ages)).toBe(-(await stood('210101')))
})

test('stock, sales and their tax', async () => {
  expect(await total(`inventory-valuation?to=${end}`, 'value')).toBe(await stood('110301'))
  const sold = await figure(`profit-and-loss?${range}`, 'net_sales', 'amount')
  for (const report of ['sales-by-customer', 'sales-by-product', 'sales-details'])
    expect(await total(`${report}?${range}`, 'net'), report).toBe(sold)
  const due = await figure(`vat-return?${range}`, '13', 'vat')
  expect(await figure(`vat-return?${range}`, 'vat_in_books', 'vat')).toBe(due)
  expect(await figure(`vat-details?${range}`, 'vat_net', 'vat')).toBe(due)
  expect(
    await figure(`account-statement?${range}&line=vat_in_books&without=vat_settlement`, 'closing', 'balance'),
  ).toBe(due)
})
