import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { convertGoods } from '#server/orders/convert-order.ts'
import { unlockedNote } from './stored-goods-note.ts'

/** A draft of the invoice or the bill of what a note moved and still waits for it. Answers its id. */
export async function makeDocument(context: Context, kind: GoodsKind, id: number): Promise<number> {
  const note = await unlockedNote(context, kind, id)
  const params = { number: note.number }
  if (note.state === 'void') throw new Refusal('goods_note_void', { field: 'status', params })
  if (note.is_return) throw new Refusal('goods_note_returned', { field: 'status', params })
  const ordered = await context.db
    .selectFrom('goods_note_lines as line')
    .innerJoin('order_lines as ordered', 'ordered.id', 'line.order_line_id')
    .select('ordered.order_id')
    .distinct()
    .where('line.goods_note_id', '=', id)
    .execute()
  // Each order has its prices, its discounts and its tax.
  if (ordered.length > 1) throw new Refusal('goods_of_several_orders', { field: 'items', params })
  return convertGoods(context, kind.order, ordered[0]?.order_id as number, id)
}
