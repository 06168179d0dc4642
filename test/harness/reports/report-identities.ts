import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { expectOk, type Organization } from '../organization.ts'
import { openEveryFigure, showOnce } from './report-links.ts'

type Figures = Record<string, number | null>
const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)

/**
 * Identities between reports (accounting rules 5.14: I05, I06, I15, I17, I22, I23), on random days of any books:
 * branches sum to the organisation, statements end with the trial balance and the ageing, stock equals its account, and
 * sales equal income.
 */
export async function checkReports(
  owner: Organization,
  year: number,
  draw: (below: number) => number,
  branches: readonly number[],
): Promise<void> {
  const show = async (path: string): Promise<Sheet> =>
    expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
  const start = `${year}-01-01`
  const opened = showOnce(owner)
  for (let round = 0; round < 3; round++) {
    // One of them begins in the year before.
    const from = round === 1 ? addDays(`${year - 1}-10-01`, draw(90)) : addDays(start, draw(200))
    const to = round === 2 ? `${year}-12-31` : addDays(from, draw(150))
    const books = { show, days: `from=${from}&to=${to}`, from, to, draw }
    const whole = await show(`trial-balance?${books.days}`)
    await branchesAreTheWhole(books, whole, branches)
    await statementsEndThere(books, whole)
    await partiesEndThere(books)
    await stockIsItsAccount(books, whole)
    await tradeIsIncome(books)
    await knownIsNow(books)
    for (const report of ['cash-flow', 'vat-return', 'balance-sheet', 'sales-by-customer', 'purchases-by-product'])
      await openEveryFigure(opened, `${report}?${books.days}&compare=previous_period`)
    for (const report of ['aged-receivables', 'aged-payables'])
      for (const known of ['', `&as_known_at=${riyadhToday()}`])
        await openEveryFigure(opened, `${report}?to=${to}${known}`)
    for (const report of ['sales-by-product', 'purchases-by-supplier'])
      await openEveryFigure(
        opened,
        `${report}?${books.days}&branch_id=${branches[round % branches.length]}&as_known_at=${riyadhToday()}`,
      )
  }
}

type Books = {
  show(path: string): Promise<Sheet>
  days: string
  from: string
  to: string
  draw(below: number): number
}
const keys = ['opening', 'movement', 'closing'].flatMap((pair) => [`${pair}_debit`, `${pair}_credit`])
const net = (figures: Figures | undefined, pair: string) =>
  cents(figures?.[`${pair}_debit`]) - cents(figures?.[`${pair}_credit`])
const rowOf = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures as Figures | undefined

async function branchesAreTheWhole({ show, days }: Books, whole: Sheet, branches: readonly number[]) {
  const parts = []
  for (const branch of branches) parts.push(await show(`trial-balance?${days}&branch_id=${branch}`))
  for (const row of whole.rows.filter(({ style }) => style === 'line'))
    for (const pair of ['opening', 'movement', 'closing'])
      expect(
        parts.reduce((sum, part) => sum + net(rowOf(part, row.key), pair), 0),
        `${days} ${row.texts.number} ${pair}`,
      ).toBe(net(row.figures, pair))
}

async function statementsEndThere({ show, days, draw }: Books, whole: Sheet) {
  const accounts = whole.rows.filter(({ style, link }) => style === 'line' && link?.query.account_id)
  for (let one = 0; one < 3 && accounts.length > 0; one++) {
    const row = accounts[draw(accounts.length)]
    const statement = await show(`account-statement?${days}&account_id=${row?.link?.query.account_id}`)
    const [first, last] = [statement.rows[0], statement.rows.at(-1)]
    const label = `${days} ${row?.texts.number}`
    expect(Math.abs(cents(first?.figures.balance)), label).toBe(Math.abs(net(row?.figures, 'opening')))
    expect(Math.abs(cents(last?.figures.balance)), label).toBe(Math.abs(net(row?.figures, 'closing')))
    expect([cents(last?.figures.debit), cents(last?.figures.credit)], label).toEqual(
      ['movement_debit', 'movement_credit'].map((key) => cents(row?.figures[key])),
    )
    for (const key of keys) expect(row?.figures[key] ?? 0, label).toBeGreaterThanOrEqual(0)
  }
}

async function partiesEndThere({ show, days, to }: Books) {
  for (const [aged, statement, party] of [
    ['aged-receivables', 'customer-statement', 'customer_id'],
    ['aged-payables', 'supplier-statement', 'supplier_id'],
  ] as const) {
    const sheet = await show(`${aged}?to=${to}`)
    expect(sheet.difference, `${aged} ${to}`).toBe(0)
    for (const row of sheet.rows.filter(({ style }) => style === 'line')) {
      const own = await show(`${statement}?${days}&${party}=${row.link?.query[party]}`)
      expect(own.rows.at(-1)?.figures.balance, `${statement} ${days}`).toBe(row.figures.total)
      // A statement says in a note what is retained; it is no part of what is open.
      const { retained: _, ...open } = row.figures
      expect(own.below?.rows[0]?.figures, `${statement} ${days}`).toEqual(open)
    }
  }
}

async function stockIsItsAccount({ show, from, to }: Books, whole: Sheet) {
  const valuation = await show(`inventory-valuation?to=${to}`)
  const account = whole.rows.find(({ texts }) => texts.number === '110301')
  expect(cents(valuation.rows.at(-1)?.figures.value), to).toBe(net(account?.figures, 'closing'))
  for (const row of valuation.rows.filter(({ style }) => style === 'line')) {
    const card = await show(`stock-card?from=${from}&to=${to}&product_id=${row.link?.query.product_id}`)
    expect(card.rows.at(-1)?.figures.stock_balance_value, `${to} ${row.key}`).toBe(row.figures.value)
  }
}

/** For books without manual entries on sales. */
async function tradeIsIncome({ show, days }: Books) {
  const income = rowOf(await show(`profit-and-loss?${days}`), 'net_sales')?.amount ?? 0
  for (const report of ['sales-by-customer', 'sales-by-product'])
    expect((await show(`${report}?${days}`)).rows.at(-1)?.figures.net ?? 0, `${report} ${days}`).toBe(income)
}

const riyadhToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh' }).format(new Date())

/** Everything was recorded by the end of today: the lines give the same as the materialized balances. */
async function knownIsNow({ show, days, to }: Books) {
  const day = riyadhToday()
  const shown = ({ rows, difference }: Sheet) => [
    difference,
    rows.map(({ key, texts, figures }) => [key, texts, figures]),
  ]
  for (const path of [
    `trial-balance?${days}&include_closing=true`,
    `profit-and-loss?${days}&columns=branch`,
    `cash-flow?${days}`,
    `balance-sheet?to=${to}`,
    `cost-center-report?${days}`,
    `vat-details?${days}`,
    `journal?${days}`,
    `profit-and-loss?${days}&columns=cost_center`,
    `aged-receivables?to=${to}`,
    `aged-payables?to=${to}`,
    `sales-by-customer?${days}`,
    `sales-by-product?${days}`,
    `purchases-by-supplier?${days}`,
    `purchases-by-product?${days}`,
  ])
    expect(shown(await show(`${path}&as_known_at=${day}`)), path).toEqual(shown(await show(path)))
}
