import { type Decimal, decimal, max, type Numeric, ratio, zero } from '../money.ts'

export type PoolFacts = {
  /** What the pool of the year before left after its depreciation. */
  opening: Numeric
  /** Cost of additions and proceeds of disposals, of this year and of the one before. */
  added: Numeric
  added_before: Numeric
  sold: Numeric
  sold_before: Numeric
}
type PoolRule = { rate: Numeric; counted_percent: Numeric; decimals: number }
export type Pool = { base: Decimal; depreciation: Decimal; closing: Decimal; income: Decimal }

/** A pool of tax depreciation in a year. What falls below zero is income of the year. */
export function poolBalance(facts: PoolFacts, { rate, counted_percent, decimals }: PoolRule): Pool {
  const changes = decimal(facts.added).plus(facts.added_before).minus(facts.sold).minus(facts.sold_before)
  const whole = decimal(facts.opening).plus(ratio(changes, counted_percent, 100, decimals))
  const base = max(whole, zero)
  const depreciation = ratio(base, rate, 100, decimals)
  return { base, depreciation, closing: base.minus(depreciation), income: base.minus(whole) }
}
