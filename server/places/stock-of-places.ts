import { type RawBuilder, sql } from 'kysely'

/**
 * The quantity of each product in each place at the end of a day: the present one less what changed since. The place is null for the main
 * one, which has what the others leave of the pool.
 */
export const stockOfPlaces = (organization: number, day: string): RawBuilder<unknown> => sql`
  WITH elsewhere AS MATERIALIZED (
    SELECT place.product_id, place.place_id, place.quantity - coalesce((
      SELECT sum(move.quantity) FROM place_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = place.product_id AND move.place_id = place.place_id
        AND move.move_date > ${day}::date), 0) AS quantity
    FROM place_stocks AS place WHERE place.organization_id = ${organization}),
  pool AS MATERIALIZED (
    SELECT item.product_id, item.quantity - coalesce((
      SELECT sum(move.quantity) FROM stock_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = item.product_id AND move.move_date > ${day}::date), 0) AS quantity
    FROM stock_items AS item WHERE item.organization_id = ${organization})
  SELECT product_id, place_id, quantity FROM elsewhere
  UNION ALL
  SELECT product_id, NULL::bigint, pool.quantity - coalesce(away.quantity, 0) FROM pool
  LEFT JOIN (SELECT product_id, sum(quantity) AS quantity FROM elsewhere GROUP BY product_id) AS away USING (product_id)`
