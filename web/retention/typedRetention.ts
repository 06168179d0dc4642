import { type Decimal, decimal, parseDecimal, zero } from '#ledger/money.ts'
import { type RetentionBasis, retentionBases, retentionOf } from '#ledger/retention/retention.ts'

type Totals = { subtotal: Decimal; total: Decimal }

/** What is retained of a document while it is typed, by the function of the server. Terms that the server would refuse retain nothing. */
export function typedRetention(
  terms: { percent: string; basis: string },
  { subtotal: net, total }: Totals,
  decimals: number,
): Decimal {
  const percent = terms.percent.trim() === '' ? null : parseDecimal(terms.percent)
  const basis = retentionBases.find((one: RetentionBasis) => one === terms.basis)
  if (percent === null || basis === undefined || decimal(percent).lt(0) || decimal(percent).gt(100)) return zero
  return retentionOf({ percent, basis }, { net, total }, decimals)
}
