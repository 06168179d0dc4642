import { type RawBuilder, sql } from 'kysely'
import type { Session } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'

type Viewer = Pick<Session, 'organization_id' | 'organization' | 'places'>
/** Ids of products, and their place; null is the main one. */
type StockScope = { products: RawBuilder<unknown>; place: RawBuilder<unknown> }

/**
 * Of products: what is in stock, and what of it no confirmed sales order waits for. Read once for each product, however many rows have it;
 * a product without stock has no row. Where the organization has places it is what one place has, and what orders from there wait for: no
 * row of a place that the user does not keep.
 */
export const availabilityOf = (session: Viewer, scope: StockScope): RawBuilder<unknown> =>
  session.organization.uses_places ? availableInPlace(session, scope) : availableOfPool(session, scope)

const availableOfPool = ({ organization_id: own }: Viewer, { products }: StockScope) => sql`
  SELECT item.product_id, item.quantity::text AS on_hand, (item.quantity::numeric - ${undeliveredOf(own, sql`item.product_id`, 'sales_order', ['confirmed'])})::text AS available
  FROM stock_items AS item
  JOIN products AS product ON product.organization_id = ${own} AND product.id = item.product_id AND NOT product.unlimited_quantity
  WHERE item.organization_id = ${own} AND item.product_id IN (${products})`

const availableInPlace = (session: Viewer, { products, place }: StockScope) => {
  const own = session.organization_id
  return sql`
  SELECT item.product_id, held.quantity::text AS on_hand,
    (held.quantity - ${undeliveredOf(own, sql`item.product_id`, 'sales_order', ['confirmed'], sql`place.id`)})::text AS available
  FROM (SELECT ${placeOrMain(own, place)} AS id OFFSET 0) AS place
  CROSS JOIN stock_items AS item
  JOIN products AS product ON product.organization_id = ${own} AND product.id = item.product_id AND NOT product.unlimited_quantity
  CROSS JOIN LATERAL (SELECT ${quantityIn(own, sql`place.id`)} AS quantity OFFSET 0) AS held
  WHERE item.organization_id = ${own} AND item.product_id IN (${products}) AND ${isKept(session, 'place.id')}`
}

/** A place, where null is the main one; null where there are no places. */
export const placeOrMain = (own: number, place: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`
  coalesce(${place}::bigint, (SELECT main.id FROM places AS main WHERE main.organization_id = ${own} AND main.is_main))`

/** What a place has of the product of `item`: the main one what the others leave of the pool. */
const quantityIn = (own: number, place: RawBuilder<unknown>): RawBuilder<string> => sql<string>`CASE
    WHEN EXISTS (SELECT FROM places AS other WHERE other.organization_id = ${own} AND other.id = ${place} AND NOT other.is_main)
    THEN coalesce((SELECT kept.quantity::numeric FROM place_stocks AS kept
      WHERE kept.organization_id = ${own} AND kept.product_id = item.product_id AND kept.place_id = ${place}), 0)
    ELSE item.quantity::numeric - coalesce((SELECT sum(away.quantity::numeric) FROM place_stocks AS away
      WHERE away.organization_id = ${own} AND away.product_id = item.product_id), 0) END`

/** How much of a product orders of a kind in these states have not delivered or received yet: all of them, or those of a place. */
export const undeliveredOf = (
  own: number,
  product: RawBuilder<unknown>,
  kind: 'sales_order' | 'purchase_order',
  states: readonly string[],
  place?: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`coalesce((
      SELECT sum(waiting.quantity::numeric - waiting.delivered::numeric) FROM order_lines AS waiting
      JOIN orders AS waited ON waited.organization_id = ${own} AND waited.id = waiting.order_id
      WHERE waiting.organization_id = ${own} AND waiting.product_id = ${product} AND waiting.delivered::numeric < waiting.quantity::numeric
        AND waited.kind = ${kind} AND waited.state = ANY (${[...states]}::text[])${ofPlace(own, place)}), 0)`

const ofPlace = (own: number, place: RawBuilder<unknown> | undefined) =>
  place ? sql` AND ${placeOrMain(own, sql`waited.place_id`)} IS NOT DISTINCT FROM ${place}` : sql``
