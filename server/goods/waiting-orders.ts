import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

/** Confirmed orders whose goods are still to be delivered or received, and notes that wait for their invoice or bill. */
export async function waitingGoods({ db, session }: Context) {
  const own = session.organization_id
  const orders = (kind: string) => sql`(SELECT count(*)::integer FROM orders AS waiting
    WHERE waiting.organization_id = ${own} AND waiting.kind = ${kind} AND waiting.state = 'confirmed' AND EXISTS (
      SELECT FROM order_lines AS line
      JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
      JOIN product_types AS type ON type.id = product.product_type_id
      WHERE line.organization_id = ${own} AND line.order_id = waiting.id AND line.delivered::numeric < line.quantity::numeric AND type.key <> 'service'))`
  const notes = (kind: string) => sql`(SELECT count(DISTINCT note.id)::integer FROM goods_note_lines AS line
    JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = line.goods_note_id
    WHERE line.organization_id = ${own} AND line.cleared_on IS NULL AND line.returned_line_id IS NULL
      AND line.taken::numeric < line.quantity::numeric AND note.kind = ${kind} AND note.state = 'posted')`
  const none = { orders_to_deliver: 0, orders_to_receive: 0, deliveries_to_invoice: 0, receipts_to_bill: 0 }
  const { uses_goods_notes } = await db.selectFrom('organizations').select('uses_goods_notes').executeTakeFirstOrThrow()
  if (!uses_goods_notes) return none
  const { rows } = await sql<typeof none>`
    SELECT ${orders('sales_order')} AS orders_to_deliver, ${orders('purchase_order')} AS orders_to_receive,
      ${notes('delivery_note')} AS deliveries_to_invoice, ${notes('goods_receipt')} AS receipts_to_bill`.execute(db)
  return rows[0] ?? none
}
