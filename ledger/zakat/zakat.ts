import { type ZakatRule, zakatAmounts } from '../law/zakat.ts'
import { type Decimal, type Numeric, ratio, sum, zero } from '../money.ts'

/** What an account adds to the base, and what it takes off. */
export const zakatAdditions = ['equity', 'provisions', 'noncurrent_liabilities'] as const
export const zakatDeductions = ['fixed_assets', 'work_in_progress', 'investments'] as const
export const zakatLines = [...zakatAdditions, ...zakatDeductions] as const
export type ZakatLine = (typeof zakatLines)[number]
/** An adjustment belongs to a line of accounts or to the profit. */
export const zakatAdjustmentLines = [...zakatLines, 'profit'] as const
export type ZakatAdjustmentLine = (typeof zakatAdjustmentLines)[number]
export const zakatBases = ['days', 'hijri'] as const
export type ZakatBasis = (typeof zakatBases)[number]

export type ZakatInput = {
  /** As each line has it: what adds is positive, what is deducted as well. Adjustments are in it. */
  lines: Readonly<Record<ZakatLine, Decimal>>
  /** Before Zakat, with its adjustments. */
  profit: Decimal
  hasMinimum: boolean
  /** Percent of Saudi and GCC owners. */
  share: Numeric
  /** Of the year. */
  days: number
}
export type ZakatFigures = {
  /** Non-current liabilities up to what is deducted: they financed it. */
  financing: Decimal
  computed: Decimal
  /** After the minimum, never below zero. */
  base: Decimal
  /** Of the Saudi and GCC owners. */
  shared: Decimal
  by_days: Decimal
  hijri: Decimal
}

/** The base of closing balances, and Zakat of it for the days of the year and for a lunar year. */
export function zakatOf(
  { lines, profit, hasMinimum, share, days }: ZakatInput,
  rule: ZakatRule,
  decimals: number,
): ZakatFigures {
  const deducted = sum(zakatDeductions.map((line) => lines[line]))
  const covered = deducted.gt(0) ? deducted : zero
  const financing = lines.noncurrent_liabilities.gt(covered) ? covered : lines.noncurrent_liabilities
  const computed = lines.equity.plus(lines.provisions).plus(financing).plus(profit).minus(deducted)
  const least = hasMinimum && profit.gt(computed) ? profit : computed
  const base = least.lt(0) ? zero : least
  const shared = ratio(base, share, 100, decimals)
  return { financing, computed, base, shared, ...zakatAmounts(shared, days, rule, decimals) }
}

/** The line that an account of the Saudi chart belongs to, by its number. */
export const proposedZakatLine = (number: string): ZakatLine | null =>
  proposals.find(([prefix]) => number.startsWith(prefix))?.[1] ?? null

const proposals: readonly (readonly [string, ZakatLine])[] = [
  ['110203', 'provisions'],
  ['220103', 'provisions'],
  ['2201', 'noncurrent_liabilities'],
  ['1201', 'fixed_assets'],
  ['1202', 'fixed_assets'],
  ['1203', 'fixed_assets'],
  ['31', 'equity'],
]
