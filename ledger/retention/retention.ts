import { type Decimal, decimal, type Numeric, ratio, zero } from '../money.ts'

/** What a retention is a part of: the value before tax, or with it. */
export const retentionBases = ['net', 'gross'] as const
export type RetentionBasis = (typeof retentionBases)[number]

export type RetentionTerms = { percent: Numeric; basis: RetentionBasis }

/** What is retained of a document, rounded once to its currency. Its tax is on the whole value (L4). */
export function retentionOf(
  terms: RetentionTerms | null,
  { net, total }: { net: Numeric; total: Numeric },
  decimals: number,
): Decimal {
  if (!terms) return zero
  return ratio(terms.basis === 'net' ? net : total, decimal(terms.percent), 100, decimals)
}
