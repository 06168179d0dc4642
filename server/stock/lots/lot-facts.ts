import { type RawBuilder, sql } from 'kysely'
import type { Tracking } from '#contract/fields/lot-rows.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { DatedQuantity } from '../running-balances.ts'
import type { Tracked } from './row-lots.ts'

/** What a place has of a lot; null is the main place. */
export type LotPlace = DatedQuantity & { place_id: number | null; last_move_date: string | null }
export type StoredLot = {
  id: number
  number: string
  expires_on: string | null
  /** The last days that it had before they were corrected. */
  former_expiries: readonly string[]
  /** The number of its last move. */
  sequence: number
  places: readonly LotPlace[]
}
/** A product whose lots are known: those that are named, those that a record moved, and the batches that are on hand. */
export type TrackedProduct = Tracked & { lots: readonly StoredLot[] }
export type TrackedProducts = ReadonlyMap<number, TrackedProduct>

/** Which lots are named, by number. A number that two products have is read of both. */
export type NamedLots = readonly { lots?: readonly { number: string }[] | null | undefined }[]

type Row = {
  product_id: number
  tracking: Tracking
  tracks_expiry: boolean
  id: number | null
  number: string
  expires_on: string | null
  former_expiries: string[]
  place_id: number | null
  quantity: string | null
  last_move_date: string | null
  sequence: number
  later: { day: string; quantity: string }[]
}
type LotsQuery = {
  /** The products, as a condition on an id. */
  products: RawBuilder<unknown>
  lots: NamedLots
  /** The column of `stock_moves` that names the record whose lots are read, and its id. */
  movedBy: [string, number] | undefined
  /** Of serial numbers all that are or were on hand from the day on, otherwise only those that are named. */
  isAll: boolean
}

/** The lots of tracked products from the end of a day on. Their products are locked: what is read here stays. */
export async function loadLots(
  { db, session }: Context,
  from: string,
  { products, lots, movedBy, isAll }: LotsQuery,
): Promise<TrackedProducts> {
  const own = session.organization_id
  const numbers = [...new Set(lots.flatMap((row) => row.lots ?? []).map(({ number }) => number))]
  const { rows } = await sql<Row>`
    WITH tracked AS MATERIALIZED (
      SELECT id, tracking, tracks_expiry FROM products
      WHERE organization_id = ${own} AND id = ${products} AND tracking <> 'none' AND NOT unlimited_quantity)
    SELECT tracked.id AS product_id, tracked.tracking, tracked.tracks_expiry, lot.id, lot.number, lot.expires_on, lot.former_expiries, held.place_id, held.quantity, held.last_move_date,
      coalesce(held.last_sequence, 0) AS sequence, coalesce((
        SELECT json_agg(json_build_object('day', part.move_date, 'quantity', part.quantity::text)) FROM (
          SELECT move.move_date, sum(move.quantity) AS quantity FROM lot_moves AS move
          WHERE move.organization_id = ${own} AND move.lot_id = held.lot_id AND move.place_id IS NOT DISTINCT FROM held.place_id
            AND move.move_date > ${from}::date AND held.last_move_date > ${from}::date GROUP BY move.move_date) AS part), '[]') AS later
    FROM tracked
    LEFT JOIN LATERAL (
      SELECT own.id, own.number, own.expires_on, own.former_expiries FROM lots AS own
      WHERE own.organization_id = ${own} AND own.product_id = tracked.id AND own.number = ANY (${numbers}::text[])
      UNION
      SELECT own.id, own.number, own.expires_on, own.former_expiries FROM lot_stocks AS stock
      JOIN lots AS own ON own.organization_id = ${own} AND own.id = stock.lot_id
      WHERE stock.organization_id = ${own} AND stock.product_id = tracked.id AND (${isAll ? sql`stock.quantity > 0 OR stock.last_move_date > ${from}::date` : sql`stock.quantity > 0 AND tracked.tracking = 'batch'`})
      ${movedBy ? movedLots(own, movedBy) : sql``}) AS lot ON true
    LEFT JOIN lot_stocks AS held ON held.organization_id = ${own} AND held.lot_id = lot.id
    ORDER BY tracked.id, lot.id, held.place_id`.execute(db)
  return trackedProducts(rows)
}

/** The lots that a record moved; those of a document may have moved with a goods note. */
function movedLots(own: number, [column, id]: [string, number]) {
  const before = sql`OR move.goods_note_id IN (SELECT line.goods_note_id FROM document_lines AS taken
        JOIN goods_note_lines AS line ON line.organization_id = ${own} AND line.id = taken.goods_line_id
        WHERE taken.organization_id = ${own} AND taken.document_id = ${id})`
  return sql`UNION
      SELECT own.id, own.number, own.expires_on, own.former_expiries FROM stock_moves AS move
      JOIN lot_moves AS moved ON moved.organization_id = ${own} AND moved.product_id = move.product_id AND moved.stock_sequence = move.sequence
      JOIN lots AS own ON own.organization_id = ${own} AND own.id = moved.lot_id
      WHERE move.organization_id = ${own} AND move.product_id = tracked.id
        AND (move.${sql.ref(column)} = ${id} ${column === 'document_id' ? before : sql``})`
}

function trackedProducts(rows: readonly Row[]): TrackedProducts {
  return new Map(
    [...Map.groupBy(rows, ({ product_id }) => product_id)].map(([product_id, own]) => {
      const [{ tracking, tracks_expiry }] = own as [Row]
      const lots = [...Map.groupBy(own, ({ id }) => id)].flatMap(([id, held]) =>
        id === null ? [] : [lotOf(id, held as [Row, ...Row[]])],
      )
      return [product_id, { tracking, tracks_expiry, lots }]
    }),
  )
}

function lotOf(id: number, held: [Row, ...Row[]]): StoredLot {
  const [{ number, expires_on, former_expiries }] = held
  const places = held.flatMap(({ place_id, quantity, last_move_date, later }) =>
    quantity === null ? [] : [{ place_id, quantity: decimal(quantity), last_move_date, later: later.map(dated) }],
  )
  return {
    id,
    number,
    expires_on,
    former_expiries,
    sequence: Math.max(...held.map(({ sequence }) => sequence)),
    places,
  }
}

const dated = ({ day, quantity }: { day: string; quantity: string }) => ({ day, quantity: decimal(quantity) })
