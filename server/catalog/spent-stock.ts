import { decimal } from '#ledger/money.ts'

import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { leastFrom, type StockMove, type StockState } from './move-stock.ts'

/**
 * A bill whose goods have since been sold cannot be mirrored: quantity or value would fall below zero, now or at a
 * later date (ledger.md B4-4). An invoice's mirror only adds and always passes.
 */
export async function refuseSpentStock(
  context: Context,
  stock: ReadonlyMap<number, StockState>,
  moves: readonly StockMove[],
  code: 'stock_moved_on' | 'count_moved_on' | 'duty_moved_on' = 'stock_moved_on',
): Promise<void> {
  for (const move of moves) {
    if (move.quantity.gte(0) && move.value.gte(0)) continue
    const state = stock.get(move.product_id)
    const quantity = decimal(state?.quantity ?? 0).plus(move.quantity)
    const value = decimal(state?.value ?? 0).plus(move.value)
    const least = (await leastFrom(context, move.product_id, move.date)).plus(move.quantity)
    if (quantity.lt(0) || value.lt(0) || least.lt(0) || (quantity.eq(0) && !value.eq(0)))
      throw new Refusal(code, { field: 'status' })
  }
}
