import { type Decimal, decimal, max, type Numeric, ratio, zero } from '../money.ts'

export type PoolYear = {
  /** What was left after the depreciation of the year before. */
  opening: Numeric
  added_now: Numeric
  added_before: Numeric
  proceeds_now: Numeric
  proceeds_before: Numeric
}
export type PoolFigures = {
  base: Decimal
  depreciation: Decimal
  closing: Decimal
  /** What proceeds brought the base below zero by: income of the year. */
  income: Decimal
}

/**
 * Tax depreciation of a pool for a year: of what was left, with half of what this year and the year before added, less half of what
 * they brought. The base is never below zero.
 */
export function taxPoolYear(year: PoolYear, rate: Numeric, decimals: number): PoolFigures {
  const half = (one: Numeric, other: Numeric) => ratio(decimal(one).plus(other), 50, 100, decimals)
  const computed = decimal(year.opening)
    .plus(half(year.added_now, year.added_before))
    .minus(half(year.proceeds_now, year.proceeds_before))
  const base = max(computed, zero)
  const depreciation = ratio(base, rate, 100, decimals)
  return { base, depreciation, closing: base.minus(depreciation), income: max(computed.neg(), zero) }
}
