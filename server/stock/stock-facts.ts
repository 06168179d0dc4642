import { type RawBuilder, sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { loadLots, type NamedLots } from './lots/lot-facts.ts'
import type { PlaceStock, ProductStock, StockFacts } from './stock-balances.ts'

/** Products by their ids, and those that a record moved: a correction takes their moves back. */
export type StockedBy = {
  products?: readonly number[]
  movedBy?:
    | { document_id: number }
    | { stock_count_id: number }
    | { goods_note_id: number }
    | { landed_cost_id: number }
    | undefined
  /** Rows whose lots are read. */
  lots?: NamedLots
  /** All lots that are or were on hand from the day on: what a count finds. */
  allLots?: boolean
}

/**
 * The stock of products at the end of a day and of each later one, locked in the order of the products. A stocked product that never
 * moved gets its row here, so that two first moves wait for each other; others have no row and are nothing.
 */
export const stockFrom = (date: string, stocked: StockedBy): Need<StockFacts> => ({
  lock: 'stock',
  load: (context) => loadStock(context, date, stocked),
})

/** The row of `product_types`: by its number, because a join would send the statement to every node of a distributed database. */
const goods = 1

/** The ids of the products, as a query with a parameter for any number. */
export function productIds({ session }: Context, { products = [], movedBy }: StockedBy): RawBuilder<number> {
  const named = sql`SELECT unnest(${[...new Set(products)].sort((a, b) => a - b)}::bigint[]) AS product_id`
  if (!movedBy) return sql`ANY (ARRAY(${named}))`
  const [[column, id]] = Object.entries(movedBy) as [[string, number]]
  const own = session.organization_id
  // Goods of a document may have moved with a goods note.
  const before = sql`UNION SELECT product_id FROM document_lines
    WHERE organization_id = ${own} AND document_id = ${id} AND goods_line_id IS NOT NULL`
  return sql`ANY (ARRAY(${named} UNION SELECT product_id FROM stock_moves
    WHERE organization_id = ${own} AND ${sql.ref(column)} = ${id} ${column === 'document_id' ? before : sql``}))`
}

async function loadStock(context: Context, from: string, stocked: StockedBy): Promise<StockFacts> {
  if (stocked.movedBy === undefined && !stocked.products?.length) return { from, products: new Map() }
  const { db, session } = context
  const organization = session.organization_id
  const ids = productIds(context, stocked)
  const created = sql`
    INSERT INTO stock_items (organization_id, product_id)
    SELECT product.organization_id, product.id FROM products AS product
    WHERE product.organization_id = ${organization} AND product.id = ${ids} AND product.product_type_id = ${goods} AND NOT product.unlimited_quantity
      AND NOT EXISTS (SELECT FROM stock_items AS item WHERE item.organization_id = ${organization} AND item.product_id = product.id)
    ORDER BY product.id ON CONFLICT DO NOTHING`
  const locked = sql<StoredItem>`
    SELECT product_id, quantity, value, last_sequence, last_move_date FROM stock_items
    WHERE organization_id = ${organization} AND product_id = ${ids} ORDER BY product_id FOR UPDATE`
  // In a statement after the lock, so that it finds what another write has committed meanwhile. Moves are read only where some are later;
  // few products are in several places, and of others a key is read.
  const moved = sql<StoredDay>`
    SELECT item.product_id, NULL::bigint AS place_id, later.day, later.quantity, later.value, 0::bigint AS sequence, NULL::date AS last_day, false AS is_tracked
    FROM stock_items AS item
    CROSS JOIN LATERAL (
      SELECT move_date AS day, sum(move.quantity) AS quantity, sum(move.value) AS value FROM stock_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = item.product_id AND move.move_date > ${from}::date
      GROUP BY move_date OFFSET 0) AS later
    WHERE item.organization_id = ${organization} AND item.product_id = ${ids} AND item.last_move_date > ${from}::date
    UNION ALL
    SELECT place.product_id, place.place_id, part.day, part.quantity, 0, place.last_sequence, place.last_move_date, false
    FROM place_stocks AS place
    CROSS JOIN LATERAL (
      SELECT NULL::date AS day, place.quantity::numeric AS quantity
      UNION ALL
      SELECT move_date, sum(move.quantity) FROM place_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = place.product_id AND move.place_id = place.place_id
        AND move.move_date > ${from}::date AND place.last_move_date > ${from}::date
      GROUP BY move_date OFFSET 0) AS part
    WHERE place.organization_id = ${organization} AND place.product_id = ${ids}
    UNION ALL
    SELECT product.id, NULL, NULL, 0, 0, 0, NULL, true FROM products AS product
    WHERE product.organization_id = ${organization} AND product.id = ${ids} AND product.tracking <> 'none' AND NOT product.unlimited_quantity
    ORDER BY product_id, place_id, day`
  const [movedBy] = Object.entries(stocked.movedBy ?? {}) as [[string, number]?]
  const [, { rows: items }, { rows }] = await Promise.all([
    // What a record moved has its row.
    stocked.products?.length ? created.execute(db) : null,
    locked.execute(db),
    moved.execute(db),
  ])
  const days = rows.filter(({ is_tracked }) => !is_tracked)
  const stock = { from, products: productStocks(items, days) }
  // Only who has lots asks for them.
  if (days.length === rows.length) return stock
  const query = { products: ids, lots: stocked.lots ?? [], movedBy, isAll: stocked.allLots ?? false }
  return { ...stock, tracked: await loadLots(context, from, query) }
}

type StoredItem = {
  product_id: number
  quantity: string
  value: string
  last_sequence: number
  last_move_date: string | null
}
/** A later day of the pool; or of a place, where the row without a day has what it has now. */
type StoredDay = {
  product_id: number
  place_id: number | null
  day: string | null
  quantity: string
  value: string
  sequence: number
  last_day: string | null
  is_tracked: boolean
}

function productStocks(items: readonly StoredItem[], days: readonly StoredDay[]): Map<number, ProductStock> {
  const daysOf = Map.groupBy(
    days.filter(({ place_id }) => place_id === null),
    ({ product_id }) => product_id,
  )
  const placesOf = Map.groupBy(
    days.filter(({ place_id }) => place_id !== null),
    ({ product_id }) => product_id,
  )
  return new Map(
    items.map(({ product_id, quantity, value, last_sequence: sequence, last_move_date }) => [
      product_id,
      {
        quantity: decimal(quantity),
        value: decimal(value),
        sequence,
        last_move_date,
        later: (daysOf.get(product_id) ?? []).map((row) => ({
          day: row.day as string,
          quantity: decimal(row.quantity),
          value: decimal(row.value),
        })),
        ...(placesOf.has(product_id) && { places: placeStocks(placesOf.get(product_id) ?? []) }),
      },
    ]),
  )
}

function placeStocks(rows: readonly StoredDay[]): Map<number, PlaceStock> {
  return new Map(
    [...Map.groupBy(rows, ({ place_id }) => place_id as number)].map(([place_id, own]) => {
      const now = own.find(({ day }) => day === null) as StoredDay
      const later = own.flatMap(({ day, quantity }) => (day === null ? [] : [{ day, quantity: decimal(quantity) }]))
      const { quantity, sequence, last_day: last_move_date } = now
      return [place_id, { quantity: decimal(quantity), sequence, last_move_date, later }]
    }),
  )
}
