import { type Decimal, max, min, ratio, sum, zero } from '#ledger/money.ts'
import type { TrackedProducts } from './lots/lot-facts.ts'

/** Goods and their value, or a signed change of both: what comes in is positive. */
export type Goods = { quantity: Decimal; value: Decimal }
/** A change of the stock of a product on a day. */
export type StockChange = Goods & { product_id: number; date: string }
/** What a place has of a product, and by how much each day after the first one of the facts changed it. */
export type PlaceStock = {
  quantity: Decimal
  sequence: number
  last_move_date: string | null
  later: readonly { day: string; quantity: Decimal }[]
}
/** The stock of a product: as it is, and by how much each day after the first one of the facts changed it. */
export type ProductStock = Goods & {
  /** The number of its last move. */
  sequence: number
  last_move_date: string | null
  later: readonly (Goods & { day: string })[]
  /** Of places that any of it was ever moved to, by their id. The main place has the rest. */
  places?: ReadonlyMap<number, PlaceStock>
}
/** The stock of products from the end of a day on. */
export type StockFacts = {
  from: string
  products: ReadonlyMap<number, ProductStock>
  /** Products with batches or serial numbers. Absent: none is. */
  tracked?: TrackedProducts
}

export const neverMoved: ProductStock = { quantity: zero, value: zero, sequence: 0, last_move_date: null, later: [] }

export const stockOf = ({ products }: StockFacts, productId: number): ProductStock =>
  products.get(productId) ?? neverMoved

/**
 * What is in stock of a product at the end of a day, and of each later day on which it moves. `planned`: changes that are not written yet;
 * those of other products are ignored.
 */
export function balancesFrom(
  facts: StockFacts,
  productId: number,
  date: string,
  planned: readonly StockChange[] = [],
): [Goods, ...Goods[]] {
  const own = planned.filter(({ product_id }) => product_id === productId)
  if ([date, ...own.map((change) => change.date)].some((day) => day < facts.from))
    throw new Error(`the stock is known from ${facts.from} on`)
  const stock = stockOf(facts, productId)
  const written = stock.later.filter(({ day }) => day > date)
  const here = totalOf(own.filter((change) => change.date <= date))
  const since = totalOf(written)
  let balance = totalOf([stock, here, { quantity: since.quantity.neg(), value: since.value.neg() }])
  const later = own.filter((change) => change.date > date).map(({ date: day, ...goods }) => ({ ...goods, day }))
  const days = Map.groupBy([...written, ...later], ({ day }) => day)
  const balances: [Goods, ...Goods[]] = [balance]
  for (const day of [...days.keys()].sort()) {
    balance = totalOf([balance, ...(days.get(day) ?? [])])
    balances.push(balance)
  }
  return balances
}

/** The least quantity of a product on any of these days: a backdated issue may not take more. */
export const leastQuantity = ([first, ...later]: readonly [Goods, ...Goods[]]): Decimal =>
  later.reduce((least, { quantity }) => min(least, quantity), first.quantity)

/**
 * The most that may leave by value where today's average takes more than was there on one of these days: goods that came later cost more
 * than those that were sold. Then they leave at what such a day's were worth, so that no day shows goods without value or a value
 * below nothing (accounting rule 2.1-5). Undefined where no cap is needed.
 */
export function valueAtMost(balances: readonly Goods[], leaving: Goods, decimals: number): Decimal | undefined {
  const { quantity, value } = leaving
  const caps = balances
    .filter((balance) => balance.quantity.gt(0))
    .filter((balance) => value.gt(balance.value) || (value.eq(balance.value) && balance.quantity.gt(quantity)))
    .map((balance) => {
      if (quantity.gte(balance.quantity)) return balance.value
      // A value difference without goods leaves at least the smallest unit with them.
      if (quantity.eq(0)) return balance.value.minus(ratio(1, 1, 10 ** decimals, decimals))
      return ratio(balance.value, quantity, balance.quantity, decimals)
    })
  return caps.length === 0 ? undefined : max(caps.reduce(min), zero)
}

const totalOf = (changes: readonly Goods[]): Goods => ({
  quantity: sum(changes.map(({ quantity }) => quantity)),
  value: sum(changes.map(({ value }) => value)),
})
