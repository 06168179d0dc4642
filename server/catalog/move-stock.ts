import { type RawBuilder, sql } from 'kysely'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { rowsOf } from '#server/db/driver/composite-rows.ts'
import { lockShared, sendShared } from '#server/db/tenant/verbs.ts'

export type StockState = {
  quantity: Decimal
  value: Decimal
  sequence: number
  last_move_date: string | null
  /** What never moved has no row yet. */
  has_row: boolean
  /** Moves of others who share the transaction. No query finds them yet. */
  unsent: readonly StockMove[]
}
export type StockMove = {
  product_id: number
  kind: 'opening' | 'issue' | 'receipt' | 'count' | 'reversal'
  date: string
  /** Signed: what comes in is positive. */
  quantity: Decimal
  value: Decimal
  document_id: number | null
  line_number: number | null
  stock_count_id?: number
  /** Where it is not the entry of what is written with it: a correction's mirror belongs to the reversal. */
  entry_id?: number | null
}

/** The stock rows of these products, locked in the order of their ids (the one lock order); missing ones are made. */
export async function lockStock(context: Context, productIds: readonly number[]): Promise<Map<number, StockState>> {
  const ids = [...new Set(productIds)].sort((a, b) => a - b)
  if (ids.length === 0) return new Map()
  const locked = await lockKnownStock(context, ids)
  if (locked.size === ids.length) return locked
  // The first move of a product creates its row; a concurrent creator is awaited.
  await context.db
    .insertInto('stock_items')
    .values(ids.map((product_id) => ({ product_id })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'product_id']).doNothing())
    .execute()
  return lockKnownStock(context, ids)
}

/** The same when it is one's turn to move them. No row is made for what may never move. */
export const lockStockInBatch = (context: Context, ids: readonly number[]): Promise<Map<number, StockState>> =>
  lockShared(context.db, ids, async (all) => {
    const locked = await lockKnownStock(context, all)
    return new Map(all.map((id) => [id, locked.get(id) ?? neverMoved()]))
  })

const neverMoved = (): StockState => ({
  ...{ quantity: zero, value: zero, sequence: 0, last_move_date: null, has_row: false, unsent: [] },
})

/** The same for all products that a document moved, before the document is read. */
export const lockStockOf = (context: Context, documentId: number): Promise<Map<number, StockState>> =>
  lockWhere(
    context,
    sql`ARRAY (SELECT product_id FROM stock_moves WHERE organization_id = ${context.session.organization_id} AND document_id = ${documentId})`,
  )

const lockKnownStock = (context: Context, ids: readonly number[]): Promise<Map<number, StockState>> =>
  lockWhere(context, sql`${[...new Set(ids)]}::bigint[]`)

async function lockWhere({ db, session }: Context, ids: RawBuilder<unknown>): Promise<Map<number, StockState>> {
  const { rows } = await sql<StockRow>`
    SELECT product_id, quantity, value, last_sequence, last_move_date FROM stock_items
    WHERE organization_id = ${session.organization_id} AND product_id = ANY (${ids})
    ORDER BY product_id FOR UPDATE`.execute(db)
  return new Map(
    rows.map(({ product_id, quantity, value, last_sequence, last_move_date }) => [
      product_id,
      {
        ...{ quantity: decimal(quantity), value: decimal(value), sequence: last_sequence, last_move_date },
        ...{ has_row: true, unsent: [] },
      },
    ]),
  )
}
type StockRow = {
  product_id: number
  quantity: string
  value: string
  last_sequence: number
  last_move_date: string | null
}

/**
 * Writes the moves and the new state of each product. The chain of `*_after` figures is computed from the locked
 * state, so value and quantity of a product can be followed move by move.
 */
export async function writeMoves(
  context: Context,
  stock: Map<number, StockState>,
  moves: readonly StockMove[],
  entryId: number | null,
): Promise<void> {
  if (moves.length > 0)
    await sql`WITH ${movesAsKept([moved(context, stock, moves, entryId)])} SELECT`.execute(context.db)
}

/** The same together with those of all who share the transaction: who comes next finds the new state in memory. */
export function moveBatched(
  context: Context,
  stock: Map<number, StockState>,
  moves: readonly StockMove[],
  entryId: number | null,
): void {
  if (moves.length === 0) return
  sendShared(context.db, movesAsKept, moved(context, stock, moves, entryId))
  for (const move of moves) {
    const state = stock.get(move.product_id) as StockState
    state.unsent = [...state.unsent, move]
  }
}

/** Those of these products, as moves that are about to be written. */
export const unsentMoves = (stock: ReadonlyMap<number, StockState>, ids: Iterable<number>): StockMove[] =>
  [...ids].flatMap((id) => stock.get(id)?.unsent ?? [])

type Moved = ReturnType<typeof moved>

function moved(context: Context, stock: Map<number, StockState>, moves: readonly StockMove[], entryId: number | null) {
  const rows = moves.map((move) => {
    const state = stock.get(move.product_id) as StockState
    state.quantity = state.quantity.plus(move.quantity)
    state.value = state.value.plus(move.value)
    state.sequence++
    return {
      product_id: move.product_id,
      sequence: state.sequence,
      move_date: move.date,
      kind: move.kind,
      quantity: text(move.quantity),
      value: text(move.value),
      quantity_after: text(state.quantity),
      value_after: text(state.value),
      document_id: move.document_id,
      line_number: move.line_number,
      stock_count_id: move.stock_count_id ?? null,
      entry_id: move.entry_id === undefined ? entryId : move.entry_id,
    }
  })
  for (const { product_id, date } of moves) {
    const state = stock.get(product_id) as StockState
    if (state.last_move_date === null || state.last_move_date < date) state.last_move_date = date
  }
  const states = [...new Set(moves.map((move) => move.product_id))].map((id) => {
    const state = stock.get(id) as StockState
    const { last_move_date, sequence: last_sequence } = state
    return { product_id: id, quantity: text(state.quantity), value: text(state.value), last_sequence, last_move_date }
  })
  return { context, rows, states }
}

/** Moves and the states they leave behind, as expressions of a WITH whose text does not depend on their number. */
function movesAsKept(all: readonly Moved[]): RawBuilder<unknown> {
  const { session } = (all[0] as Moved).context
  const moves = all.flatMap(({ rows }) => rows)
  // For a product with several moves: the state after the last one.
  const states = [...new Map(all.flatMap(({ states }) => states).map((state) => [state.product_id, state])).values()]
  return sql`
    moved AS (
      INSERT INTO stock_moves (organization_id, product_id, sequence, move_date, kind, quantity, value, quantity_after, value_after,
        document_id, line_number, stock_count_id, entry_id)
      SELECT ${session.organization_id}, move.* FROM unnest(${rowsOf('stock_move_input', moves)}::stock_move_input[]) AS move
    ), items AS (
    -- Found by key, however many items there are: one plan serves all, and would read them all to join them.
    INSERT INTO stock_items AS item (organization_id, product_id, quantity, value, last_sequence, last_move_date)
    SELECT ${session.organization_id}, now.* FROM unnest(${rowsOf('stock_item_input', states)}::stock_item_input[]) AS now
    ON CONFLICT (organization_id, product_id) DO UPDATE SET quantity = excluded.quantity, value = excluded.value,
      last_sequence = excluded.last_sequence, last_move_date = excluded.last_move_date)`
}

type Planned = Pick<StockMove, 'product_id' | 'date' | 'quantity'>

/**
 * The least quantity of each product that lies in stock on `date` or any later day: a backdated issue may not take more.
 * `planned` are moves that are about to be written, each from its own day on. One statement, however many products.
 */
export async function minimumStockFrom(
  { db, session }: Context,
  productIds: readonly number[],
  date: string,
  planned: readonly Planned[] = [],
): Promise<Map<number, Decimal>> {
  if (productIds.length === 0) return new Map()
  const moves = planned.map(({ product_id, date, quantity }) => ({
    product_id,
    move_date: date,
    quantity: text(quantity),
  }))
  const { rows } = await sql<{ product_id: number; least: string }>`
    WITH days AS (
      SELECT product_id, move_date, sum(quantity) AS quantity, sum(sum(quantity)) OVER (PARTITION BY product_id ORDER BY move_date) AS running FROM (
        SELECT product_id, move_date, quantity FROM stock_moves
        WHERE organization_id = ${session.organization_id} AND product_id = ANY (${productIds}::bigint[])
        UNION ALL SELECT * FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS planned (product_id bigint, move_date date, quantity numeric)) AS moves
      GROUP BY product_id, move_date)
    SELECT product_id, least(coalesce(sum(quantity) FILTER (WHERE move_date <= ${date}::date), 0), min(running) FILTER (WHERE move_date > ${date}::date)) AS least
    FROM days GROUP BY product_id`.execute(db)
  const found = new Map(rows.map((row) => [row.product_id, decimal(row.least)]))
  return new Map(productIds.map((id) => [id, found.get(id) ?? zero]))
}
