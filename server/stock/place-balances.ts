import { type Decimal, min, sum } from '#ledger/money.ts'
import { type DatedQuantity, runningBalances, totalOf } from './running-balances.ts'
import { type PlaceStock, type StockFacts, stockOf } from './stock-balances.ts'

/** A change of a place on a day; null is the main place, which has what the others leave of the pool. */
export type PlaceChange = { product_id: number; place_id: number | null; date: string; quantity: Decimal }

/** Whether anything of the product is, or was, in another place than the main one. */
export const isPlaced = (facts: StockFacts, productId: number): boolean =>
  (stockOf(facts, productId).places?.size ?? 0) > 0

type Place = Omit<PlaceChange, 'quantity'>

/** What a place has at the end of a day, after the changes of a plan. */
export const heldInPlace = (facts: StockFacts, place: Place, planned: readonly PlaceChange[]): Decimal =>
  balancesOfPlace(facts, place, planned)[0]

/** What a place has at the end of a day or of any later one, after the changes of a plan: the least of all. */
export const leastInPlace = (facts: StockFacts, place: Place, planned: readonly PlaceChange[]): Decimal =>
  balancesOfPlace(facts, place, planned).reduce(min)

function balancesOfPlace(facts: StockFacts, { product_id, place_id, date }: Place, planned: readonly PlaceChange[]) {
  const stock = place_id === null ? mainStock(facts, product_id) : placeStock(facts, product_id, place_id)
  const own = planned.filter((change) => change.product_id === product_id && change.place_id === place_id)
  return runningBalances(stock, date, own, facts.from)
}

export const placeStock = (facts: StockFacts, productId: number, placeId: number): PlaceStock =>
  stockOf(facts, productId).places?.get(placeId) ?? nothing

const nothing: PlaceStock = { quantity: sum([]), sequence: 0, last_move_date: null, later: [] }

function mainStock(facts: StockFacts, productId: number): DatedQuantity {
  const pool = stockOf(facts, productId)
  const others = [...(pool.places?.values() ?? [])]
  const elsewhere = others.flatMap((place) =>
    place.later.map(({ day, quantity }) => ({ day, quantity: quantity.neg() })),
  )
  return { quantity: pool.quantity.minus(totalOf(others)), later: [...pool.later, ...elsewhere] }
}
