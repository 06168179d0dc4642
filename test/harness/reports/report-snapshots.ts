import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { expectOk, type Organization, today } from '../organization.ts'

export type Remembered = { moment: string; sheets: Map<string, unknown> }

/** Present report results, to be compared later as recorded now. */
export async function remember(owner: Organization, draw: (below: number) => number): Promise<Remembered> {
  const year = Number(today().slice(0, 4))
  const from = addDays(`${year - 1}-10-01`, draw(200))
  const [days, to] = [`from=${from}&to=${year}-12-31`, `to=${addDays(from, draw(250))}`]
  const cut = `from=${from}&${to}`
  const [branch, account] = await Promise.all([
    `branch_id=${owner.ids.branch}`,
    accountOf(owner, draw(2) ? '110201' : '110101'),
  ])
  const paths = [
    `aged-receivables?${to}`,
    `aged-payables?${to}`,
    `aged-receivables?to=${year}-12-31&currency_id=3`,
    `customer-statement?customer_id=${owner.ids.customer}&${days}`,
    `supplier-statement?supplier_id=${owner.ids.supplier}&${days}&currency_id=3`,
    `sales-by-customer?${days}`,
    `sales-by-product?${days}&compare=previous_period`,
    `purchases-by-supplier?${days}`,
    `purchases-by-product?${days}`,
    `inventory-valuation?${to}`,
    `stock-card?product_id=${owner.ids.goods}&${days}`,
    `trial-balance?${days}`,
    `profit-and-loss?${days}`,
    `trial-balance?${cut}&${branch}&include_closing=true`,
    `trial-balance?${cut}&compare=previous_period`,
    `profit-and-loss?${cut}&compare=same_period_last_year&depth=2`,
    ...['month', 'branch', 'cost_center'].map((columns) => `profit-and-loss?${cut}&columns=${columns}`),
    `profit-and-loss?${days}&cost_center_id=0`,
    `cost-center-report?${cut}&compare=previous_period`,
    `balance-sheet?${to}&compare=previous_period`,
    `balance-sheet?${to}&${branch}`,
    `cash-flow?${cut}`,
    `cash-flow?${days}&${branch}`,
    `vat-return?${days}`,
    `vat-return?${cut}&compare=previous_period`,
    `vat-details?${days}`,
    `vat-details?${cut}&box=1`,
    ...['', '&age=not_due', '&age=advances', '&currency_id=3'].map((rest) => `open-receivables?${to}${rest}`),
    `open-receivables?to=${year}-12-31`,
    `open-receivables?to=${year}-12-31&customer_id=${owner.ids.customer}`,
    `open-payables?${to}`,
    `sales-by-customer?${cut}&${branch}`,
    `sales-by-product?${cut}`,
    `purchases-by-product?${cut}&${branch}`,
    `sales-details?${days}`,
    `sales-details?${cut}&${branch}`,
    `sales-details?${days}&product_id=${owner.ids.goods}`,
    `sales-details?${days}&product_id=${owner.ids.goods}&party_id=${owner.ids.customer}`,
    `purchases-details?${cut}`,
    `account-statement?${cut}&account_id=${account}`,
    `account-statement?${days}&account_id=${account}&${branch}&without=opening,vat_settlement`,
    `account-statement?${days}&account_id=${account}&hide_corrected=true`,
    `inventory-valuation?to=${year}-12-31`,
    `journal?${cut}`,
    `journal?${days}`,
  ]
  await setTimeout(3)
  const moment = new Date().toISOString()
  const sheets = new Map<string, unknown>()
  for (const path of paths) sheets.set(path, await said(owner, path))
  await setTimeout(3)
  return { moment, sheets }
}

/** As recorded at a moment, a report equals what it showed at that moment. */
export async function checkRemembered(owner: Organization, { moment, sheets }: Remembered): Promise<void> {
  for (const [path, sheet] of sheets)
    expect(await said(owner, `${path}&as_known_at=${moment}`), `${path} as of ${moment}`).toEqual(sheet)
}

async function accountOf(owner: Organization, number: string): Promise<number> {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  return accounts.find((account) => account.number === number)?.id as number
}

/** Rows that are in no box of the return are only read as of today. */
const ofNow = new Set(['vat_in_no_box', 'vat_unclassified', 'vat_out_of_scope', 'vat_no_tax_entry'])

/** Rows as they read, but for what is said today: of a product its name, its code, by which the stock is sorted, and its price; of an entry the number of its document. */
async function said(owner: Organization, path: string) {
  const sheet: Sheet = expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
  const { rows, below, difference, notes } = sheet
  const figures = (list: Sheet['rows']) =>
    list
      .filter(({ key }) => !ofNow.has(key))
      .map((row) => {
        const { code: _code, product: _name, description: _number, ...texts } = row.texts
        const { sale_price: _price, potential_margin: _margin, ...amounts } = row.figures
        return [row.key, texts, amounts]
      })
  return {
    difference,
    // Whether a return was filed, a year is under review, and whether the numbers of entries have gaps, is said of today.
    // A note of the stock names products by their codes of today.
    notes: /^(vat|journal)/.test(path)
      ? []
      : notes
          ?.filter(({ word }) => word !== 'notes.year_under_review')
          .map(({ word, params: { codes: _codes, ...params } }) => ({ word, params })),
    rows: path.startsWith('inventory') ? figures(rows).sort() : figures(rows),
    below: below && figures(below.rows),
  }
}
