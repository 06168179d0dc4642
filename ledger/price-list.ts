import { type Decimal, decimal, type Numeric, ratio } from './money.ts'
import { netPrice } from './totals.ts'

/** A price of a list from a quantity on. `rank`: lists in the order in which they are asked, the first being the nearest to the customer. */
export type PriceStep = {
  rank: number
  from_quantity: Numeric
  price: Numeric
  /** Whether the price holds the tax; null: it is said as the document says its own. */
  prices_include_tax: boolean | null
}

/**
 * The step that prices a quantity: the highest one that the quantity reaches, of the first list that has one. A list that has the product only
 * for larger quantities says nothing of smaller ones.
 */
export function stepFor<Step extends PriceStep>(steps: readonly Step[], quantity: Numeric): Step | undefined {
  const reached = steps.filter(({ from_quantity }) => decimal(from_quantity).lte(quantity))
  return reached.reduce<Step | undefined>((best, step) => {
    if (!best || step.rank < best.rank) return step
    return step.rank === best.rank && decimal(step.from_quantity).gt(best.from_quantity) ? step : best
  }, undefined)
}

/** A listed price as a document says its prices: with the tax of its row, or without it. */
export function priceOnDocument(
  { price, prices_include_tax }: Pick<PriceStep, 'price' | 'prices_include_tax'>,
  document: { prices_include_tax: boolean; tax_rate: Numeric },
): Decimal {
  if (prices_include_tax === null || prices_include_tax === document.prices_include_tax) return decimal(price)
  if (prices_include_tax) return netPrice(price, document.tax_rate, true)
  return ratio(price, decimal(document.tax_rate).plus(100), 100, 6)
}

/** What is left of a product's own price. */
export const lessPercent = (price: Numeric, percent: Numeric): Decimal =>
  ratio(price, decimal(100).minus(percent), 100, 6)
