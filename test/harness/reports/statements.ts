import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays, addMonths, monthEnd } from '#ledger/calendar/calendar.ts'
import { expectOk, type Organization } from '../organization.ts'

/**
 * Identities of the reports of any books (accounting rule 5.14): trial balance, balance sheet, cash flow and VAT return
 * balance on every day, columns sum to the whole, and reports agree.
 */
export async function checkStatements(
  owner: Organization,
  year: number,
  draw: (below: number) => number,
  branches: readonly number[] = [owner.ids.branch],
): Promise<void> {
  const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
  const figure = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures.amount ?? 0
  const start = `${year}-01-01`
  for (let round = 0; round < 4; round++) {
    const from = addDays(start, draw(300))
    const to = round % 2 ? addDays(from, draw(60)) : monthEnd(addMonths(from, draw(3)))
    const days = `from=${from}&to=${to}`
    const branch = `branch_id=${branches[round % branches.length]}`
    for (const path of [
      `trial-balance?${days}`,
      `trial-balance?${days}&${branch}`,
      `balance-sheet?to=${to}`,
      `balance-sheet?to=${to}&${branch}`,
      `cash-flow?${days}`,
      `cash-flow?${days}&${branch}`,
      `vat-return?${days}`,
      `journal?${days}`,
    ])
      expect((await show(path)).difference ?? 0, path).toBe(0)
    const profit = figure(await show(`profit-and-loss?${days}`), 'net_profit')
    for (const columns of ['month', 'quarter', 'branch', 'cost_center'])
      for (const row of (await show(`profit-and-loss?${days}&columns=${columns}`)).rows) {
        const { amount, ...parts } = row.figures
        const sum = Object.values(parts).reduce<number>((total, part) => total + Math.round((part ?? 0) * 100), 0)
        expect(sum, `${columns} ${row.key}`).toBe(Math.round((amount ?? 0) * 100))
        if (row.key === 'net_profit') expect(amount).toBe(profit)
      }
    expect(figure(await show(`cash-flow?${days}`), 'net_profit')).toBe(profit)
    const upTo = await show(`balance-sheet?to=${to}`)
    expect(figure(upTo, 'current_profit')).toBe(
      figure(await show(`profit-and-loss?from=${start}&to=${to}`), 'net_profit'),
    )
  }
}
