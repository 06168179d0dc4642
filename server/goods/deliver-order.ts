import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { decimal, text } from '#ledger/money.ts'
import { inUnit } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockOrder } from '#server/orders/stored-order.ts'
import { saveGoodsNote } from './save-goods-note.ts'

type Line = { quantity: string; delivered: string; product_unit_id: number | null; unit_content: string | null }
/** In the unit of the row where what is left is exact in it. */
function openOf({ quantity, delivered, product_unit_id, unit_content }: Line) {
  const open = decimal(quantity).minus(delivered)
  const unit_quantity = unit_content === null ? null : inUnit(open, unit_content)
  const stated = unit_quantity === null ? {} : { product_unit_id, unit_quantity, unit_content }
  return { quantity: text(open), ...stated }
}

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
    .select(['line.id', 'line.quantity', 'line.delivered', 'line.product_unit_id', 'line.unit_content'])
    .where('line.order_id', '=', id)
    .where('type.key', '!=', 'service')
    .orderBy('line.line_number')
    .execute()
  const items = lines
    .map((line) => ({ order_line_id: line.id, ...openOf(line) }))
    .filter(({ quantity }) => decimal(quantity).gt(0))
  if (items.length === 0) throw new Refusal('goods_nothing_open', { field: 'items', params: { number } })
  return saveGoodsNote(context, kind, { note_date: context.today, items })
}
