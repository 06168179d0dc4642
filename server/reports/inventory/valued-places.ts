import { sql } from 'kysely'
import { type Decimal, decimal, split, sum, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { stockOfPlaces } from '#server/places/stock-of-places.ts'
import { beside } from '../account-statement/statement-rows.ts'

type NamedPlace = { name: string; name_en: string | null }
type PlaceRow = NamedPlace & {
  product_id: number
  code: string
  unit: string
  unit_en: string | null
  place_id: number
  place: NamedPlace
  is_main: boolean
  is_transit: boolean
  quantity: string
  pool_value: string
}
export type ValuedPlace = PlaceRow & { value: Decimal }

/** What each place has of each product at the end of a day, with its share of the value of the pool (accounting rule 2.1-15). */
export async function valuedPlaces(context: Context, day: string): Promise<ValuedPlace[]> {
  const { decimals } = context.session.organization
  const placed = await stockAt(context, day)
  return [...Map.groupBy(placed, ({ product_id }) => product_id).values()].flatMap((own) => shares(own, decimals))
}

/** Split by quantity: the parts come to the value of the pool. */
function shares(own: readonly PlaceRow[], decimals: number): ValuedPlace[] {
  const quantities = own.map(({ quantity }) => decimal(quantity))
  const value = decimal(own[0]?.pool_value ?? '0')
  const parts = sum(quantities).eq(0)
    ? own.map((_, index) => (index === 0 ? value : zero))
    : split(value, quantities, decimals)
  return own
    .map((row, index) => ({ ...row, value: parts[index] ?? zero }))
    .filter((row) => !decimal(row.quantity).eq(0) || !row.value.eq(0))
}

/** Of an organization with places; of others there is nothing to say by place. */
async function stockAt({ db, session }: Context, day: string): Promise<PlaceRow[]> {
  const own = session.organization_id
  const { rows } = await sql<PlaceRow>`
    SELECT product.id AS product_id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en,
      place.id AS place_id, place.is_main, place.is_transit, json_build_object('name', place.name, 'name_en', place.name_en) AS place, stock.quantity, stock.pool_value
    FROM (${stockOfPlaces(own, day)}) AS stock
    JOIN places AS place ON place.organization_id = ${own}
      AND CASE WHEN stock.place_id IS NULL THEN place.is_main ELSE place.id = stock.place_id END
    ${beside('products', 'product', own, sql`stock.product_id`)}
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    ORDER BY place.is_main DESC, place.id, product.code, product.id`.execute(db)
  return rows
}
