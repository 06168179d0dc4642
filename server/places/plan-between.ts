import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, max, text, zero } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
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
