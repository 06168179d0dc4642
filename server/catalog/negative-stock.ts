import { sql } from 'kysely'
import type { Decimal } from '#ledger/money.ts'
import { text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StockMove } from './move-stock.ts'

type Moved = Pick<StockMove, 'product_id' | 'date' | 'quantity' | 'value'>

/**
 * A bill whose goods have since been sold cannot be mirrored: quantity or value would fall below zero, or value would
 * stay without goods, now or on a later day (accounting rule B4.4). An invoice's mirror only adds and always passes.
 */
export async function refuseNegativeStock(
  context: Context,
  moves: readonly Moved[],
  code: `${'stock' | 'count' | 'note' | 'duty' | 'opening'}_moved_on` = 'stock_moved_on',
  field = 'status',
): Promise<void> {
  if (await leavesSpentStock(context, moves)) throw new Refusal(code, { field })
}

/** Whether these moves, not written yet, leave less than nothing, or value without goods, on their day or a later one. */
async function leavesSpentStock({ db, session }: Context, moves: readonly Moved[]): Promise<boolean> {
  const added = new Map<number, Decimal>()
  for (const { product_id, quantity } of moves) added.set(product_id, (added.get(product_id) ?? zero).plus(quantity))
  const mirror = moves
    .filter(({ product_id, quantity, value }) => added.get(product_id)?.lte(0) && !(quantity.eq(0) && value.eq(0)))
    .map(({ product_id, date, quantity, value }) => ({
      ...{ product_id, move_date: date },
      ...{ quantity: text(quantity), value: text(value) },
    }))
  if (mirror.length === 0) return false
  // Products whose value was negative before are not refused if the moves only increase it.
  const { rows } = await sql`
    WITH mirror AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(mirror)}::jsonb)
        AS move (product_id bigint, move_date date, quantity numeric, value numeric)),
    lowered AS (
      SELECT product_id, min(move_date) AS since, sum(quantity) AS quantity, sum(value) AS value FROM mirror GROUP BY product_id),
    days AS (
      SELECT product_id, move_date, sum(sum(quantity)) OVER running AS quantity, sum(sum(value)) OVER running AS value
      FROM (
        SELECT product_id, move_date, quantity, value FROM stock_moves
        WHERE organization_id = ${session.organization_id}
          AND product_id = ANY (${[...new Set(mirror.map((move) => move.product_id))]}::bigint[])
        UNION ALL SELECT product_id, move_date, quantity, value FROM mirror) AS moves
      GROUP BY product_id, move_date WINDOW running AS (PARTITION BY product_id ORDER BY move_date))
    SELECT FROM days JOIN lowered USING (product_id)
    WHERE days.move_date >= lowered.since AND (
      (days.quantity < 0 AND lowered.quantity < 0) OR (days.value < 0 AND lowered.value < 0)
      OR (days.quantity = 0 AND days.value <> 0))
    LIMIT 1`.execute(db)
  return rows.length > 0
}
