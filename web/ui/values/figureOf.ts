import { type Decimal, decimal, parseDecimal, zero } from '#ledger/money.ts'

/** A typed figure as a number; an incomplete one counts as zero. */
export function figureOf(typed: string): Decimal {
  const parsed = parseDecimal(typed)
  return parsed === null ? zero : decimal(parsed)
}
