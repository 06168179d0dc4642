import { type RawBuilder, sql } from 'kysely'

/**
 * Of a product, as parts of a value of JSON: what is in stock, and what of it no confirmed sales order waits for. Null without stock. The
 * query has the product as `product`.
 */
export const availability = (own: number): RawBuilder<unknown> => sql`
  'on_hand', (SELECT item.quantity::text ${ofProduct(own)}),
  'available', (SELECT (item.quantity::numeric - coalesce((
      SELECT sum(waiting.quantity::numeric - waiting.delivered::numeric) FROM order_lines AS waiting
      JOIN orders AS waited ON waited.organization_id = ${own} AND waited.id = waiting.order_id
      WHERE waiting.organization_id = ${own} AND waiting.product_id = product.id AND waiting.delivered::numeric < waiting.quantity::numeric
        AND waited.kind = 'sales_order' AND waited.state = 'confirmed'), 0))::text ${ofProduct(own)})`

const ofProduct = (own: number) => sql`FROM stock_items AS item
  WHERE item.organization_id = ${own} AND item.product_id = product.id AND NOT product.unlimited_quantity`
