import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { expectOk, type Organization } from '../organization.ts'

type Range = { from: string; to: string }
const thousandths = (figure: number | null | undefined) => Math.round((figure ?? 0) * 1000)

/**
 * The four statements of a year equal its trial balance, added up here by the numbers of its accounts, and each other; in both
 * languages. Of a year that is not closed, for the organization whose first year it is.
 */
export async function checkStatementsTie(owner: Organization, { from, to }: Range): Promise<void> {
  const said: unknown[] = []
  for (const language of ['ar', 'en'] as const) {
    const show = async (path: string): Promise<Sheet> =>
      expectOk(await owner.ask('GET', `/reports/${path}`, { language })).body.data
    const trial = await show(`trial-balance?from=${from}&to=${to}`)
    /** Debit less credit of the accounts whose number begins so. */
    const net = (...prefixes: string[]) =>
      trial.rows
        .filter(({ style, texts }) => style === 'line' && prefixes.some((one) => String(texts.number).startsWith(one)))
        .reduce((sum, { figures }) => sum + thousandths(figures.closing_debit) - thousandths(figures.closing_credit), 0)
    const of = (sheet: Sheet, key: string, column = 'amount') =>
      thousandths(sheet.rows.find((row) => row.key === key)?.figures[column])
    const [profit, balance, cash, equity] = [
      await show(`profit-and-loss?from=${from}&to=${to}`),
      await show(`balance-sheet?to=${to}`),
      await show(`cash-flow?from=${from}&to=${to}`),
      await show(`changes-in-equity?from=${from}&to=${to}`),
    ]
    const earned = -net('4', '5')
    expect([of(profit, 'net_profit'), of(balance, 'current_profit'), of(cash, 'net_profit')]).toEqual([
      earned,
      earned,
      earned,
    ])
    expect(of(equity, `profit:${to}`, 'total')).toBe(earned)
    expect(of(balance, 'total_assets')).toBe(net('1'))
    expect(of(balance, 'total_liabilities')).toBe(-net('2'))
    expect(of(balance, 'total_equity')).toBe(-net('3', '4', '5'))
    expect(of(balance, 'liabilities_and_equity')).toBe(net('1'))
    expect(of(equity, `closing:${to}`, 'total')).toBe(-net('3', '4', '5'))
    expect(of(cash, 'closing_cash')).toBe(net('1101'))
    expect(earned).not.toBe(0)
    said.push([profit, balance, cash, equity].map(({ rows }) => rows.map(({ key, figures }) => [key, figures])))
  }
  expect(said[0]).toEqual(said[1])
}
