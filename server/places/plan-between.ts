import type { FieldErrors } from '#contract/issues.ts'
import { decimal, max, text, zero } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { PlaceRows } from '#server/stock/locked-places.ts'
import { changesOf, type StatedLot } from '#server/stock/lots/row-lots.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'

type Between = { id: Id; date: string; from: number; to: number; isReversal?: boolean }
type Goods = readonly { product_id: number; quantity: string; lots?: readonly StatedLot[] | null }[]

/** Each product leaves one place and comes to the other. */
export function planBetween(
  stock: PlannedStock,
  places: PlaceRows,
  { id, date, from, to, isReversal = false }: Between,
  items: Goods,
): void {
  const change = (place: number, { product_id, quantity, lots }: Goods[number], index: number, way: 1 | -1) => ({
    product_id,
    place_id: placeThatMoves(places, place),
    date,
    quantity: decimal(quantity).times(way),
    lots: changesOf(lots, way),
    field: isReversal ? 'status' : `items.${index}.quantity`,
    stock_transfer_id: id,
    is_transit: places.get(place)?.is_transit === true,
  })
  stock.transfer(items.flatMap((item, index) => [change(from, item, index, -1), change(to, item, index, 1)]))
}

/** A place as moves name it: null is the main one. */
export const placeThatMoves = (places: PlaceRows, place: number) => (places.get(place)?.is_main ? null : place)

/** The least that a place has of a product on a day and later. */
export const leastThere = (stock: PlannedStock, places: PlaceRows, place: number, product_id: number, date: string) =>
  stock.leastInPlace({ product_id, place_id: placeThatMoves(places, place), date })

/** Once the goods are planned out of it, the place is short of none, on that day or later. All rows are refused at once. */
export function requireInPlace(
  stock: PlannedStock,
  places: PlaceRows,
  { from, date }: Pick<Between, 'from' | 'date'>,
  items: Goods,
): void {
  const errors: FieldErrors = {}
  for (const [index, { product_id, quantity }] of items.entries()) {
    const least = leastThere(stock, places, from, product_id, date)
    const available = text(max(least.plus(quantity), zero))
    if (least.lt(0)) errors[`items.${index}.quantity`] = { code: 'place_short', params: { available } }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('place_short', { errors })
}
