import { type Decimal, decimal } from '#ledger/money.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { PlaceRows } from '#server/stock/locked-places.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'

type Between = { id: Id; date: string; from: number; to: number }
type Goods = readonly { product_id: number; quantity: string }[]

/** Each product leaves one place and comes to the other. */
export function planBetween(
  stock: PlannedStock,
  places: PlaceRows,
  { id, date, from, to }: Between,
  items: Goods,
): void {
  const placeOf = (place: number) => (places.get(place)?.is_main ? null : place)
  const change = (place: number, product_id: number, quantity: Decimal) => ({
    product_id,
    place_id: placeOf(place),
    date,
    quantity,
    stock_transfer_id: id,
    is_transit: places.get(place)?.is_transit === true,
  })
  stock.transfer(
    items.flatMap(({ product_id, quantity }) => [
      change(from, product_id, decimal(quantity).neg()),
      change(to, product_id, decimal(quantity)),
    ]),
  )
}

/** The least that a place has of a product on a day and later. */
export const leastThere = (stock: PlannedStock, places: PlaceRows, place: number, product_id: number, date: string) =>
  stock.leastInPlace({ product_id, place_id: places.get(place)?.is_main ? null : place, date })
