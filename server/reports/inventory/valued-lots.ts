import { type RawBuilder, sql } from 'kysely'
import { type Decimal, decimal, split, sum, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { keepsPlace } from '#server/core/kept-places.ts'

type NamedPlace = { name: string; name_en: string | null }
type LotRow = NamedPlace & {
  product_id: number
  code: string
  unit: string
  unit_en: string | null
  lot_id: number
  number: string
  expires_on: string | null
  place_id: number | null
  /** Null where the organization has no places. */
  place: NamedPlace | null
  quantity: string
  pool_value: string
}
export type ValuedLot = LotRow & { value: Decimal }

/**
 * What each place has of each batch and serial number at the end of a day, with its share of the value of the pool: a lot has the share that its
 * quantity is, so that all lots of a product come to its value (decision 0258). A keeper sees those of his places.
 */
export async function valuedLots(context: Context, day: string, product_id?: number | undefined): Promise<ValuedLot[]> {
  const { decimals } = context.session.organization
  const rows = await lotsAt(context, day, product_id ? sql`product.id = ${product_id}` : sql`true`)
  return [...Map.groupBy(rows, (row) => row.product_id).values()]
    .flatMap((own) => shares(own, decimals))
    .filter(({ place_id }) => keepsPlace(context.session, place_id))
}

/** Split by quantity: the parts come to the value of the pool. */
function shares(own: readonly LotRow[], decimals: number): ValuedLot[] {
  const quantities = own.map(({ quantity }) => decimal(quantity))
  const value = decimal(own[0]?.pool_value ?? '0')
  const parts = sum(quantities).eq(0) ? [] : split(value, quantities, decimals)
  return own.map((row, index) => ({ ...row, value: parts[index] ?? zero }))
}

async function lotsAt({ db, session }: Context, day: string, which: RawBuilder<unknown>): Promise<LotRow[]> {
  const own = session.organization_id
  const { rows } = await sql<LotRow>`
    SELECT product.id AS product_id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en, lot.id AS lot_id, lot.number,
      lot.expires_on, held.place_id, held.quantity, pool.value AS pool_value,
      CASE WHEN place.id IS NOT NULL THEN json_build_object('name', place.name, 'name_en', place.name_en) END AS place
    FROM (SELECT id, code, name, name_en, unit_id FROM products AS product
      WHERE organization_id = ${own} AND tracking <> 'none' AND ${which} OFFSET 0) AS product
    CROSS JOIN LATERAL (
      SELECT item.value - coalesce((SELECT sum(move.value) FROM stock_moves AS move
        WHERE move.organization_id = ${own} AND move.product_id = item.product_id AND move.move_date > ${day}::date), 0) AS value
      FROM stock_items AS item WHERE item.organization_id = ${own} AND item.product_id = product.id OFFSET 0) AS pool
    CROSS JOIN LATERAL (
      SELECT stock.lot_id, stock.place_id, stock.quantity - coalesce((SELECT sum(move.quantity) FROM lot_moves AS move
        WHERE move.organization_id = ${own} AND move.lot_id = stock.lot_id AND move.place_id IS NOT DISTINCT FROM stock.place_id
          AND move.move_date > ${day}::date), 0) AS quantity
      FROM lot_stocks AS stock
      WHERE stock.organization_id = ${own} AND stock.product_id = product.id AND (stock.quantity > 0 OR stock.last_move_date > ${day}::date) OFFSET 0) AS held
    JOIN lots AS lot ON lot.organization_id = ${own} AND lot.id = held.lot_id
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    LEFT JOIN places AS place ON place.organization_id = ${own}
      AND CASE WHEN held.place_id IS NULL THEN place.is_main ELSE place.id = held.place_id END
    WHERE held.quantity > 0
    ORDER BY product.code, product.id, lot.expires_on NULLS LAST, lot.id, held.place_id NULLS FIRST`.execute(db)
  return rows
}
