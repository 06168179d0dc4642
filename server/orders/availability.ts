import { type RawBuilder, sql } from 'kysely'

/**
 * Of the products that rows of an order name: what is in stock, and what of it no confirmed sales order waits for. Read once for each product,
 * however many rows have it; a product without stock has no row.
 */
export const availabilityOf = (own: number, order: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT item.product_id, item.quantity::text AS on_hand, (item.quantity::numeric - ${undeliveredOf(own, sql`item.product_id`, 'sales_order', ['confirmed'])})::text AS available
  FROM stock_items AS item
  JOIN products AS product ON product.organization_id = ${own} AND product.id = item.product_id AND NOT product.unlimited_quantity
  WHERE item.organization_id = ${own} AND item.product_id IN (
    SELECT line.product_id FROM order_lines AS line WHERE line.organization_id = ${own} AND line.order_id = ${order})`

/** How much of a product orders of a kind in these states have not delivered or received yet. */
export const undeliveredOf = (
  own: number,
  product: RawBuilder<unknown>,
  kind: 'sales_order' | 'purchase_order',
  states: readonly string[],
): RawBuilder<string> => sql<string>`coalesce((
      SELECT sum(waiting.quantity::numeric - waiting.delivered::numeric) FROM order_lines AS waiting
      JOIN orders AS waited ON waited.organization_id = ${own} AND waited.id = waiting.order_id
      WHERE waiting.organization_id = ${own} AND waiting.product_id = ${product} AND waiting.delivered::numeric < waiting.quantity::numeric
        AND waited.kind = ${kind} AND waited.state = ANY (${[...states]}::text[])), 0)`
