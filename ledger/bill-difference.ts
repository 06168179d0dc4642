import { type Decimal, decimal, type Numeric, ratio, zero } from './money.ts'
import { priceOfBase } from './unit.ts'

/** A row as it was agreed or billed: `net` is after all discounts and before tax. */
export type PricedRow = {
  quantity: Numeric
  price: Numeric
  /** How many pieces the price is for; one where nothing is said. */
  content?: Numeric | null | undefined
  net: Numeric
  includesTax: boolean
  /** By a discount of the row or of the whole: its share is rounded once more. */
  isDiscounted: boolean
}
type By = {
  /** Of the currency. */
  decimals: number
  /** In percent of what was agreed. */
  tolerance: Numeric
}
export type PriceDifference = { agreed: Decimal; billed: Decimal }

/**
 * What was agreed for the quantity of a bill's row, where the row says something else. At the same price only rounding may differ: a part
 * of a row is rounded for itself. At another price not even that.
 */
export function priceDifference(agreed: PricedRow, billed: PricedRow, { decimals, tolerance }: By) {
  const expected = ratio(agreed.net, billed.quantity, agreed.quantity, decimals)
  const gap = decimal(billed.net).minus(expected).abs()
  const isSamePrice = pieceOf(agreed).eq(pieceOf(billed)) && agreed.includesTax === billed.includesTax
  const unit = decimal(`1e-${decimals}`)
  const roundings = agreed.isDiscounted || billed.isDiscounted ? 2 : 1
  // A price of twelve is said of one with six decimals.
  const ofPieces = decimal(agreed.content ?? 1).eq(billed.content ?? 1) ? zero : decimal(billed.quantity).times('5e-7')
  const allowed = isSamePrice ? unit.times(roundings).plus(ofPieces) : zero
  if (gap.lte(allowed) || gap.times(100).lte(expected.times(tolerance))) return null
  return { agreed: expected, billed: decimal(billed.net) } satisfies PriceDifference
}

/** What one of the product's own unit costs: rows in cartons and in pieces are compared by it. */
export const pieceOf = ({ price, content }: Pick<PricedRow, 'price' | 'content'>): Decimal =>
  content ? priceOfBase(price, content) : decimal(price)

/** Whether more was billed next to the rows of an order than the tolerance allows. */
export const isBilledBeyond = (ordered: Numeric, beyond: Numeric, tolerance: Numeric): boolean =>
  decimal(beyond).times(100).gt(decimal(ordered).times(tolerance))
