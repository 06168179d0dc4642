import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { expectOk, today } from '../harness/organization.ts'
import { createSmallCompany, journal, type SmallCompany } from '../harness/small-company.ts'

// Two years: the first is closed. Owners pay in, draw, and move earnings to reserves.

let owner: SmallCompany
const year = Number(today().slice(0, 4))
const last = year - 1
const coins = (figure: number | null | undefined) => Math.round((figure ?? 0) * 100)
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
const rowOf = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)

beforeAll(async () => {
  owner = await createSmallCompany(await createTestApp(), year)
  await journal(owner, `${year}-01-10`, '110103', '310101', 5000)
  await journal(owner, `${year}-01-11`, '310103', '110103', 700)
  await journal(owner, `${year}-01-12`, '310101', '310201', 250)
  await journal(owner, `${year}-01-13`, '110103', '310102', 90)
})

const days = `from=${year}-01-01&to=${year}-03-31`

test('the lines of the year are its movements, and the closing line is the equity of the balance sheet', async () => {
  const sheet = await show(`changes-in-equity?${days}`)
  expect(sheet.difference).toBe(0)
  const of = (name: string) => rowOf(sheet, `${name}:${year}-03-31`)?.figures
  expect([of('capital')?.total, of('dividends')?.total, of('transfers')?.total]).toEqual([5090, -700, 0])
  const profit = (await show(`profit-and-loss?${days}`)).rows.at(-1)?.figures.amount
  expect(of('profit')?.total).toBe(profit)
  const equity = rowOf(await show(`balance-sheet?to=${year}-03-31`), 'total_equity')?.figures.amount
  expect(of('closing')?.total).toBe(equity)
})

test('each line sums over the accounts, and each account over the lines; the year before ends where the year begins', async () => {
  const sheet = await show(`changes-in-equity?${days}`)
  const accounts = sheet.columns.filter(({ key }) => key.startsWith('account_')).map(({ key }) => key)
  for (const row of sheet.rows.filter(({ style }) => style !== 'heading'))
    expect(coins(row.figures.total), row.key).toBe(accounts.reduce((sum, key) => sum + coins(row.figures[key]), 0))
  const block = sheet.rows.filter(({ key }) => key.endsWith(`:${year}-03-31`) && !key.startsWith('days'))
  for (const key of accounts) {
    const changes = block.slice(0, -1).reduce((sum, row) => sum + coins(row.figures[key]), 0)
    expect(coins(block.at(-1)?.figures[key])).toBe(changes)
  }
  const before = rowOf(sheet, `closing:${last}-12-31`)?.figures
  expect(before).toEqual(rowOf(sheet, `opening:${year}-03-31`)?.figures)
})

test('every figure that leads somewhere equals what it opens', async () => {
  const sheet = await show(`changes-in-equity?${days}`)
  let opened = 0
  for (const row of sheet.rows)
    for (const [key, link] of Object.entries(row.links ?? {})) {
      const query = new URLSearchParams(Object.entries(link.query).map(([name, value]) => [name, String(value)]))
      const behind = await show(`${link.to.replaceAll('_', '-')}?${query}&whole=true`)
      const figure = coins(row.figures[key])
      const said = `${row.key} ${key} opens ${link.to}?${query}`
      if (link.to === 'profit_and_loss') expect(coins(behind.rows.at(-1)?.figures.amount), said).toBe(figure)
      else if (link.to === 'balance_sheet')
        expect(coins(rowOf(behind, 'total_equity')?.figures.amount), said).toBe(figure)
      else {
        const lines = behind.rows.filter(({ style }) => style === 'line')
        const moved = lines.reduce((sum, { figures }) => sum + coins(figures.credit) - coins(figures.debit), 0)
        const isBalance = /^(opening|closing):/.test(row.key)
        expect(Math.abs(isBalance ? coins(behind.rows.at(-1)?.figures.balance) : moved), said).toBe(Math.abs(figure))
      }
      opened++
    }
  expect(opened).toBeGreaterThan(8)
})
