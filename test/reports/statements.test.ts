import { beforeAll, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { expectOk, today } from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { createSmallCompany, type SmallCompany } from '../harness/small-company.ts'

// The statements of a company with manually computed figures (test/harness/small-company.ts).

let owner: SmallCompany
const year = Number(today().slice(0, 4))
beforeAll(async () => {
  owner = await createSmallCompany(await createTestApp(), year)
})
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
/** Figures by the row's own word or the account's number. */
const figures = (sheet: Sheet, column = 'amount') =>
  Object.fromEntries(sheet.rows.map((row) => [row.texts.number ?? row.key, row.figures[column]]))
const quarter = `from=${year}-01-01&to=${year}-03-31`

test('profit and loss of the quarter', async () => {
  expect(figures(await show(`profit-and-loss?${quarter}`))).toEqual({
    4101: 2000,
    410102: 2000,
    net_sales: 2000,
    // A service without an account of its own is a sundry expense.
    gross_profit: 2000,
    operating: 1050,
    5202: 500,
    520213: 500,
    5203: 300,
    520301: 300,
    5204: 250,
    520401: 250,
    operating_profit: 950,
    other_income: 80,
    4201: 80,
    420101: 80,
    other_expense: 120,
    5301: 120,
    530101: 120,
    profit_before_zakat: 910,
    zakat: 100,
    530105: 100,
    net_profit: 810,
  })
})

test('a quarter compared with the previous one, and the differences', async () => {
  const sheet = await show(`profit-and-loss?${quarter}&compare=previous_period`)
  expect(sheet.compared).toEqual({ from: `${year - 1}-10-01`, to: `${year - 1}-12-31` })
  const row = (key: string) => sheet.rows.find((one) => one.key === key)?.figures
  expect(row('net_sales')).toEqual({ amount: 2000, compared: 1000, change: 1000, change_percent: 100 })
  expect(row('net_profit')).toEqual({ amount: 810, compared: 600, change: 210, change_percent: 35 })
  expect(row('zakat')).toEqual({ amount: 100, compared: 0, change: 100, change_percent: null })
})

test('columns by month, branch and cost center add up to the whole', async () => {
  const months = await show(`profit-and-loss?${quarter}&columns=month`)
  const net = (sheet: Sheet) => sheet.rows.at(-1)?.figures
  expect(net(months)).toEqual({
    [`from_${year}-01-01`]: 2000,
    [`from_${year}-02-01`]: -750,
    [`from_${year}-03-01`]: -440,
    amount: 810,
  })
  expect(net(await show(`profit-and-loss?${quarter}&columns=branch`))).toEqual({
    [`branch_${owner.ids.branch}`]: 810,
    amount: 810,
  })
  const centers = await show(`cost-center-report?${quarter}`)
  expect(Object.values(net(centers) ?? {}).sort()).toEqual([-300, 1110, 810])
  expect(net(centers)?.cost_center_0).toBe(1110)
  expect((await owner.get('/reports/profit-and-loss?from=2000-01-01&to=2026-12-31&columns=month')).status).toBe(422)
})

test('a trial balance folded to a level ends with the total of its lowest rows', async () => {
  for (const depth of ['1', '2', '3', 'all']) {
    const { rows } = await show(
      `trial-balance?from=${year}-02-01&to=${year}-03-31&depth=${depth}&compare=previous_period`,
    )
    const lowest = rows.filter(({ style, level }) => style === 'line' || (style !== 'total' && String(level) === depth))
    const sums = rows.at(-1)?.figures ?? {}
    for (const key of Object.keys(sums).filter((name) => name !== 'change'))
      expect(sums[key], `${key} at ${depth}`).toBeCloseTo(
        lowest.reduce((sum, row) => sum + (row.figures[key] ?? 0), 0),
        6,
      )
  }
})

test('a loss is labelled as a loss; a change from loss to profit has no percentage', async () => {
  const asked = `profit-and-loss?from=${year}-03-01&to=${year}-03-31&compare=previous_period`
  const end = async (path: string) => (await show(path)).rows.at(-1)
  expect(await end(asked)).toMatchObject({ label: { word: 'lines.net_profit_or_loss' }, figures: { amount: -440 } })
  const before = await end(`profit-and-loss?from=${year}-01-01&to=${year}-01-31&compare=previous_period`)
  expect(before?.label.word).toBe('lines.net_profit')
})

describe('balance sheet', () => {
  test('owns what it owes', async () => {
    const sheet = await show(`balance-sheet?to=${year}-03-31`)
    expect(figures(sheet)).toMatchObject({
      110101: 575,
      110103: 56_260,
      110201: 2300,
      110501: 75,
      120104: 3000,
      120203: -250,
      total_assets: 61_960,
      210301: 450,
      210405: 100,
      220101: 10_000,
      total_liabilities: 10_550,
      310101: 50_000,
      prior_years: 600,
      current_profit: 810,
      total_equity: 51_410,
      liabilities_and_equity: 61_960,
    })
    expect(sheet.difference).toBe(0)
  })
  test('compared with the end of the previous year', async () => {
    const sheet = await show(`balance-sheet?to=${year}-03-31&compare=previous_period`)
    expect(sheet.compared?.to).toBe(`${year - 1}-12-31`)
    expect(figures(sheet, 'compared')).toMatchObject({ total_assets: 50_750, 210301: 150, current_profit: 600 })
  })
})

test('cash flow explains what cash did', async () => {
  const sheet = await show(`cash-flow?${quarter}`)
  const by = Object.fromEntries(
    sheet.rows.map((row) => [
      row.texts.number ? `${row.key.split(':')[0]} ${row.texts.number}` : row.label.word,
      row.figures.amount,
    ]),
  )
  expect(by).toEqual({
    'lines.net_profit': 810,
    'lines.noncash_items': 250,
    'noncash_items 120203': 250,
    'lines.shown_elsewhere': 120,
    'shown_elsewhere 530101': 120,
    'lines.working_capital': -825,
    'working_capital 110201': -1150,
    'working_capital 110501': -75,
    'working_capital 210301': 300,
    'working_capital 210405': 100,
    'lines.net_operating': 355,
    'investing 120104': -3000,
    'lines.net_investing': -3000,
    'financing 220101': 10_000,
    'financing 530101': -120,
    'lines.net_financing': 9880,
    'lines.net_change': 7235,
    'lines.opening_cash': 49_600,
    'lines.closing_cash': 56_835,
  })
  expect(sheet.difference).toBe(0)
})

test('each figure opens rows that sum to it', async () => {
  const opened = showOnce(owner)
  for (const path of [`profit-and-loss?${quarter}`, `balance-sheet?to=${year}-03-31`, `trial-balance?${quarter}`])
    expect(await openEveryFigure(opened, path), path).toBeGreaterThan(10)
})

test('each statement is exported as shown on the screen, in both languages', async () => {
  for (const path of ['profit-and-loss', 'balance-sheet', 'cash-flow', 'cost-center-report', 'trial-balance']) {
    const { rows } = await show(`${path}?${quarter}`)
    for (const language of ['ar', 'en'] as const) {
      const file = await owner.ask('GET', `/reports/${path}/export?${quarter}`, { language })
      expect(file.body.trim().split('\n')).toHaveLength(rows.length + 1)
      expect(file.body).not.toMatch(/lines\.|columns\./)
    }
    expect((await owner.get(`/reports/${path}/export?${quarter}&format=xlsx`)).status).toBe(200)
  }
})

test('a closed year still shows its profit, and the next one what was retained', async () => {
  expectOk(await owner.post(`/accounting/financial-years/${owner.lastYearId}/change-status`, { status: 'closed' }))
  expect((await show(`profit-and-loss?from=${year - 1}-01-01&to=${year - 1}-12-31`)).rows.at(-1)?.figures.amount).toBe(
    600,
  )
  const end = figures(await show(`balance-sheet?to=${year - 1}-12-31`))
  expect(end).toMatchObject({ current_profit: 600, total_equity: 50_600, total_assets: 50_750 })
  expect(end).not.toHaveProperty('310202')
  const next = await show(`balance-sheet?to=${year}-03-31`)
  expect(figures(next)).toMatchObject({ 310202: 600, current_profit: 810, total_assets: 61_960 })
  expect(figures(next)).not.toHaveProperty('prior_years')
  expect(next.difference).toBe(0)
  const spanning = await show(`trial-balance?from=${year - 1}-12-01&to=${year}-03-31`)
  expect(spanning.difference).toBe(0)
})
