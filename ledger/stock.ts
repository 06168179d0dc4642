import { type Decimal, decimal, max, type Numeric, ratio, round, zero } from './money.ts'

/**
 * Perpetual inventory at moving average, one pool per product (accounting rule 2.1-4). The unit cost is never stored: the
 * pool is a quantity and a value in base currency, and the value reaches zero exactly with the quantity.
 */
export type StockState = { quantity: Decimal; value: Decimal }
export type StockMove = { cost: Decimal; state: StockState }
export type Refused = { refused: 'insufficient_stock'; available: Decimal }

export const emptyStock: StockState = { quantity: zero, value: zero }

/** Out at the current average; the last unit takes all value that is left. Answers the cost, or the refusal. */
export function issue(state: StockState, quantity: Numeric, decimals = 2): StockMove | Refused {
  const taken = decimal(quantity)
  if (taken.gt(state.quantity)) return { refused: 'insufficient_stock', available: state.quantity }
  const cost = taken.eq(state.quantity) ? state.value : ratio(state.value, taken, state.quantity, decimals)
  return { cost, state: { quantity: state.quantity.minus(taken), value: state.value.minus(cost) } }
}

/** The cost a line issued, and the part returned before. */
export type IssuedQuantity = { quantity: Numeric; cost: Numeric; returned?: Numeric; returned_cost?: Numeric }

/**
 * A customer's return re-enters at the original cost of its line (2.1-6), cumulatively, so that returning everything
 * in any number of parts brings back exactly the cost. Throws a RangeError beyond what was issued.
 */
export function returnToStock(state: StockState, quantity: Numeric, issued: IssuedQuantity, decimals = 2): StockMove {
  const returned = decimal(issued.returned ?? 0).plus(decimal(quantity))
  if (returned.gt(decimal(issued.quantity))) throw new RangeError('More comes back than was issued')
  const cumulative = ratio(issued.cost, returned, issued.quantity, decimals)
  const cost = max(cumulative.minus(decimal(issued.returned_cost ?? 0)), zero)
  return { cost, state: { quantity: state.quantity.plus(decimal(quantity)), value: state.value.plus(cost) } }
}

/**
 * A corrected line moves stock by difference only (rule B3): what did not change keeps its cost, extra quantity issues
 * at the current average, less quantity returns at the original cost. `cost` is the line's whole new cost.
 */
export function reissue(
  state: StockState,
  issued: IssuedQuantity,
  quantity: Numeric,
  decimals = 2,
): StockMove | Refused {
  const change = decimal(quantity).minus(decimal(issued.quantity))
  const before = decimal(issued.cost)
  if (change.lte(0)) {
    const back = returnToStock(state, change.abs(), issued, decimals)
    return { cost: before.minus(back.cost), state: back.state }
  }
  const extra = issue(state, change, decimals)
  return 'refused' in extra ? extra : { cost: before.plus(extra.cost), state: extra.state }
}

/** A count's outcome: `quantity` and `value` are signed, a loss is negative. */
export type CountDifference = { quantity: Decimal; value: Decimal; state: StockState }

/**
 * Brings the pool to the counted quantity: a loss leaves and a surplus enters at the current average. Goods found in an
 * empty pool take the fallback price per unit (the product's purchase price).
 */
export function count(state: StockState, counted: Numeric, fallbackPrice: Numeric = 0, decimals = 2): CountDifference {
  const found = decimal(counted)
  if (found.lt(0)) throw new RangeError('A count is never negative')
  const quantity = found.minus(state.quantity)
  const value = differenceValue(state, quantity, fallbackPrice, decimals)
  return { quantity, value, state: { quantity: found, value: state.value.plus(value) } }
}

function differenceValue(state: StockState, quantity: Decimal, fallbackPrice: Numeric, decimals: number): Decimal {
  if (state.quantity.eq(0)) return round(quantity.times(decimal(fallbackPrice)), decimals)
  // With the last piece all value leaves; the average would do the same, less plainly.
  if (quantity.eq(state.quantity.neg())) return state.value.neg()
  return ratio(state.value, quantity, state.quantity, decimals)
}
