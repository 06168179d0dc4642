import { type Decimal, decimal, type Numeric, ratio } from '../money.ts'

/** Zakat on a base: the rate is for a Hijri year, a longer year pays by its days. */
export const zakatOf = (
  base: Numeric,
  { rate, days }: { rate: Numeric; days: number },
  daysOfYear: number,
  decimals: number,
): Decimal => ratio(base, decimal(rate).times(daysOfYear), decimal(days).times(100), decimals)
