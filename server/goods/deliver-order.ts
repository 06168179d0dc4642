import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockOrder } from '#server/orders/stored-order.ts'
import { saveGoodsNote } from './save-goods-note.ts'

/** Moves today all goods of an order that have not moved. Answers the id of the note. */
export async function deliverOrder(
  context: Context,
  kind: GoodsKind,
  id: number,
  version: number | undefined,
): Promise<number> {
  const { number } = await lockOrder(context, kind.order, id, version)
  const lines = await context.db
    .selectFrom('order_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('product_types as type', 'type.id', 'products.product_type_id')
    .select(['line.id', 'line.quantity', 'line.delivered'])
    .where('line.order_id', '=', id)
    .where('type.key', '!=', 'service')
    .orderBy('line.line_number')
    .execute()
  const items = lines
    .map((line) => ({ order_line_id: line.id, quantity: text(decimal(line.quantity).minus(line.delivered)) }))
    .filter(({ quantity }) => decimal(quantity).gt(0))
  if (items.length === 0) throw new Refusal('goods_nothing_open', { field: 'items', params: { number } })
  return saveGoodsNote(context, kind, { note_date: context.today, items })
}
