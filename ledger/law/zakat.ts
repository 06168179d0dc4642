import { decimal, type Numeric, ratio } from '../money.ts'
import type { LawTable } from './dated.ts'

export type ZakatRule = {
  /** Percent of the base for a lunar year. */
  rate: string
  lunar_days: number
  /** The base is not below adjusted profit. */
  has_minimum: boolean
}

/** By the last day of the year. What is not settled in the text can be set otherwise for each year. */
export const zakatRules: LawTable<ZakatRule> = [
  {
    from: '2024-01-01',
    values: { rate: '2.5', lunar_days: 354, has_minimum: true },
    source: 'Zakat regulation, Ministerial Resolution 1007 of 2024',
    state: 'unconfirmed',
  },
]

/** The versions by their first day. */
export const zakatVersions = zakatRules.map(({ from }) => from) as [string, ...string[]]

/** Zakat of a base, for the days of a year and for a lunar year. */
export const zakatAmounts = (
  base: Numeric,
  days: number,
  { rate, lunar_days }: Pick<ZakatRule, 'rate' | 'lunar_days'>,
  decimals: number,
) => ({
  by_days: ratio(base, decimal(rate).times(days), decimal(100).times(lunar_days), decimals),
  hijri: ratio(base, rate, 100, decimals),
})
