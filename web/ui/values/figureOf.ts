import { type Decimal, decimal, parseDecimal, zero } from '#ledger/money.ts'

/** A typed figure to reckon with; one that is not finished yet counts as nothing. */
export function figureOf(typed: string): Decimal {
  const parsed = parseDecimal(typed)
  return parsed === null ? zero : decimal(parsed)
}
