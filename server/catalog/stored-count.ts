import { type Selectable, sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'

export type StoredCount = {
  row: Selectable<Database['stock_counts']> | undefined
  lines: readonly { product_id: number; counted: string }[]
  /** The reversal of what the count moved, without moves that a correction has reversed already. */
  mirror: readonly PlannedMove[]
}

/** A count, locked. */
export const storedCount = (id: number): Need<StoredCount> => ({
  lock: 'records',
  load: async (context) => {
    const { db } = context
    const [row, lines, moves] = await Promise.all([
      db.selectFrom('stock_counts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
      db
        .selectFrom('stock_count_lines')
        .select(['product_id', 'counted'])
        .where('stock_count_id', '=', id)
        .orderBy('line_number')
        .execute(),
      netMoves(context, id),
    ])
    const mirror = moves.map(({ product_id, quantity, value }): PlannedMove => {
      const goods = { quantity: decimal(quantity).neg(), value: decimal(value).neg() }
      return { product_id, kind: 'reversal', date: row?.count_date ?? '', stock_count_id: id, ...goods }
    })
    return { row, lines, mirror }
  },
})

const netMoves = ({ db }: Context, id: number) =>
  db
    .selectFrom('stock_moves')
    .select(['product_id', sql<string>`sum(quantity)`.as('quantity'), sql<string>`sum(value)`.as('value')])
    .where('stock_count_id', '=', id)
    .groupBy('product_id')
    .having(sql<boolean>`sum(quantity) <> 0 OR sum(value) <> 0`)
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
