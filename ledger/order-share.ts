import { type Decimal, decimal, type Numeric, ratio, zero } from './money.ts'

type OrderPart = { quantity: Numeric; taken: Numeric; much: Numeric }

/**
 * The part of an amount of a row that belongs to a part of its quantity, counted from the start: what was taken before has its own part,
 * so that the last part takes the rest and all of them sum to the amount.
 */
export function shareOfRow(amount: Numeric, { quantity, taken, much }: OrderPart, decimals: number): Decimal {
  if (decimal(quantity).eq(0)) return zero
  const until = (counted: Numeric) => ratio(amount, counted, quantity, decimals)
  return until(decimal(taken).plus(much)).minus(until(taken))
}
