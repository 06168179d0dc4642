import type { Decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StockState } from './move-stock.ts'
import { worthThen } from './worth-then.ts'

type Counted = { product_id: number; quantity: Decimal; value: Decimal }

/** Limits the value of a shortage counted on an earlier day to what the stock was worth on that day. */
export async function capLosses<Line extends Counted>(
  context: Context,
  lines: readonly Line[],
  date: string,
  stock: Map<number, StockState>,
  field: string,
): Promise<Line[]> {
  const late = lines.filter(({ product_id, quantity }) => {
    const last = stock.get(product_id)?.last_move_date ?? null
    return quantity.lt(0) && last !== null && last > date
  })
  const leaving = late.map(({ product_id, quantity, value }) => ({
    ...{ product_id, date, quantity: quantity.neg(), value: value.neg() },
  }))
  const most = await worthThen(context, leaving)
  return lines.map((line) => {
    const cap = most.get(line.product_id)
    if (!cap) return line
    const state = stock.get(line.product_id) as StockState
    // No goods would be left to carry the present value of the rest.
    if (state.quantity.plus(line.quantity).eq(0) && !state.value.eq(cap))
      throw new Refusal('worth_less_then', {
        field,
        params: { date: state.last_move_date ?? date },
      })
    return { ...line, value: cap.neg() }
  })
}
