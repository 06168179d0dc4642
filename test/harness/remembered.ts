import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar.ts'
import { expectOk, type Organization, today } from './organization.ts'

export type Remembered = { moment: string; sheets: Map<string, unknown> }

/** What reports say now, to be asked again as of now when much has happened since. */
export async function remember(owner: Organization, draw: (below: number) => number): Promise<Remembered> {
  const year = Number(today().slice(0, 4))
  const from = addDays(`${year - 1}-10-01`, draw(200))
  const [days, to] = [`from=${from}&to=${year}-12-31`, `to=${addDays(from, draw(250))}`]
  const paths = [
    ...[`aged-receivables?${to}`, `aged-payables?${to}`, `aged-receivables?to=${year}-12-31&currency_id=3`],
    ...[`customer-statement?customer_id=${owner.ids.customer}&${days}`],
    ...[`supplier-statement?supplier_id=${owner.ids.supplier}&${days}&currency_id=3`],
    ...[`sales-by-customer?${days}`, `sales-by-product?${days}&compare=previous_period`],
    ...[`purchases-by-supplier?${days}`, `purchases-by-product?${days}`],
    ...[`inventory-valuation?${to}`, `stock-card?product_id=${owner.ids.goods}&${days}`],
    ...[`trial-balance?${days}`, `profit-and-loss?${days}`],
  ]
  await setTimeout(3)
  const moment = new Date().toISOString()
  const sheets = new Map<string, unknown>()
  for (const path of paths) sheets.set(path, await said(owner, path))
  await setTimeout(3)
  return { moment, sheets }
}

/** Asked as of a moment, a report says what it said at that moment. */
export async function checkRemembered(owner: Organization, { moment, sheets }: Remembered): Promise<void> {
  for (const [path, sheet] of sheets)
    expect(await said(owner, `${path}&as_known_at=${moment}`), `${path} as of ${moment}`).toEqual(sheet)
}

/** Rows as they read, but for what is said of a product today: its code, by which the stock is sorted, and its price. */
async function said(owner: Organization, path: string) {
  const sheet: Sheet = expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
  const { rows, below, difference, notes } = sheet
  const figures = (list: Sheet['rows']) =>
    list.map((row) => {
      const { code: _code, ...texts } = row.texts
      const { sale_price: _price, potential_margin: _margin, ...amounts } = row.figures
      return [row.key, texts, amounts]
    })
  return {
    difference,
    notes,
    rows: path.startsWith('inventory') ? figures(rows).sort() : figures(rows),
    below: below && figures(below.rows),
  }
}
