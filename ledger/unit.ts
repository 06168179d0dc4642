import { type Decimal, decimal, type Numeric, ratio, round, survivesDouble, text } from './money.ts'

/** Of a quantity in the product's own unit, and of a price. */
const scale = 6
const most = decimal('999999999')

/** A quantity of a unit in the product's own unit: exact, or null where that needs more than six decimals or is too large. */
export function inBaseUnit(quantity: Numeric, content: Numeric): string | null {
  const base = decimal(quantity).times(decimal(content))
  return round(base, scale).eq(base) && base.lte(most) && survivesDouble(base) ? text(base) : null
}

/** A quantity of the product's own unit in a unit that holds `content` of it: null where it is not exact. */
export function inUnit(base: Numeric, content: Numeric): string | null {
  const quantity = ratio(base, 1, content, scale)
  return quantity.times(decimal(content)).eq(base) ? text(quantity) : null
}

/** How many whole units a quantity fills, and what is left of the product's own: 40 of twelve are 3 and 4. */
export function wholeUnits(base: Numeric, content: Numeric): { units: Decimal; rest: Decimal } {
  const rest = decimal(base).mod(decimal(content))
  return { units: round(ratio(decimal(base).minus(rest), 1, content, scale), 0), rest }
}

/** What a unit costs: its own price as it is, or what it holds at the price of the product. */
export const priceOfUnit = (own: Numeric | null, ofProduct: Numeric, content: Numeric): Decimal =>
  own === null ? round(decimal(ofProduct).times(decimal(content)), scale) : decimal(own)

/** A price of a unit as the price of one of the product's own; rounded, so amounts are not computed from it. */
export const priceOfBase = (price: Numeric, content: Numeric): Decimal => ratio(price, 1, content, scale)
