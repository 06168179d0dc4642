import { type Selectable, sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { mirroredLots } from '#server/stock/lots/lots-of-move.ts'
import { type StatedLot, storedLots } from '#server/stock/lots/row-lots.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'

export type StoredCount = {
  row: Selectable<Database['stock_counts']> | undefined
  lines: readonly { product_id: number; counted: string; lots: StatedLot[] | null }[]
  /** The reversal of what the count moved, without moves that a correction has reversed already. */
  mirror: readonly PlannedMove[]
}

/** A count, locked. */
export const storedCount = (id: number): Need<StoredCount> => ({
  lock: 'records',
  load: async (context) => {
    const { db } = context
    const [row, lines, moves, lots] = await Promise.all([
      db.selectFrom('stock_counts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
      db
        .selectFrom('stock_count_lines')
        .select(['product_id', 'counted', 'lots'])
        .where('stock_count_id', '=', id)
        .orderBy('line_number')
        .execute(),
      netMoves(context, id),
      netLots(context, id),
    ])
    const mirror = moves.map(({ product_id, quantity, value }): PlannedMove => {
      const goods = { quantity: decimal(quantity).neg(), value: decimal(value).neg() }
      const own = lots.filter((lot) => lot.product_id === product_id)
      const date = row?.count_date ?? ''
      return { product_id, kind: 'reversal', date, stock_count_id: id, ...goods, lots: mirroredLots(own) }
    })
    return { row, lines: lines.map((line) => ({ ...line, lots: storedLots(line.lots) })), mirror }
  },
})

const lotsOfCount = (id: number) => sql`SELECT FROM lot_moves AS moved
  JOIN stock_moves AS stock ON stock.organization_id = ${ownTenant} AND stock.product_id = moved.product_id AND stock.sequence = moved.stock_sequence
  WHERE moved.organization_id = ${ownTenant} AND stock.stock_count_id = ${id}`

/** What it changed of lots, by product. */
const netLots = ({ db }: Context, id: number) =>
  db
    .selectFrom('lot_moves as moved')
    .innerJoin('stock_moves as stock', (join) =>
      join.onRef('stock.product_id', '=', 'moved.product_id').onRef('stock.sequence', '=', 'moved.stock_sequence'),
    )
    .innerJoin('lots', 'lots.id', 'moved.lot_id')
    .select(['moved.product_id', 'lots.number', sql<string>`sum(moved.quantity)`.as('quantity')])
    .where('stock.stock_count_id', '=', id)
    .groupBy(['moved.product_id', 'lots.id', 'lots.number'])
    .having(sql<boolean>`sum(moved.quantity) <> 0`)
    .orderBy('lots.id')
    .execute()

const netMoves = ({ db }: Context, id: number) =>
  db
    .selectFrom('stock_moves')
    .select(['product_id', sql<string>`sum(quantity)`.as('quantity'), sql<string>`sum(value)`.as('value')])
    .where('stock_count_id', '=', id)
    .groupBy('product_id')
    .having(sql<boolean>`sum(quantity) <> 0 OR sum(value) <> 0 OR EXISTS (${lotsOfCount(id)} AND stock.product_id = stock_moves.product_id
      GROUP BY moved.lot_id HAVING sum(moved.quantity) <> 0)`)
    .orderBy('product_id')
    .execute()

/** The day and the place of a count before it is locked. */
export const unlockedCount = (
  { db }: Context,
  id: number,
): Promise<{ count_date: string; place_id: number | null } | undefined> =>
  db.selectFrom('stock_counts').select(['count_date', 'place_id']).where('id', '=', id).executeTakeFirst()

/** The row of a count that may be changed, after the version was compared with what the editor had in hand. */
export function requireStoredCount({ row }: StoredCount, version: number | undefined): NonNullable<StoredCount['row']> {
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  return row
}
