import { type RawBuilder, sql } from 'kysely'

/**
 * The quantity of each product in each place at the end of a day, next to the value of its pool: the present ones less what changed since.
 * The place is null for the main one, which has what the others leave of the pool.
 */
export const stockOfPlaces = (organization: number, day: string): RawBuilder<unknown> => sql`
  WITH elsewhere AS MATERIALIZED (
    SELECT place.product_id, place.place_id, place.quantity - coalesce((
      SELECT sum(move.quantity) FROM place_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = place.product_id AND move.place_id = place.place_id
        AND move.move_date > ${day}::date), 0) AS quantity
    FROM place_stocks AS place WHERE place.organization_id = ${organization}),
  pool AS MATERIALIZED (
    SELECT item.product_id, item.quantity - later.quantity AS quantity, item.value - later.value AS value
    FROM stock_items AS item
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(move.quantity), 0) AS quantity, coalesce(sum(move.value), 0) AS value FROM stock_moves AS move
      WHERE move.organization_id = ${organization} AND move.product_id = item.product_id AND move.move_date > ${day}::date OFFSET 0) AS later
    WHERE item.organization_id = ${organization})
  SELECT elsewhere.product_id, elsewhere.place_id, elsewhere.quantity, pool.value AS pool_value
  FROM elsewhere JOIN pool USING (product_id)
  UNION ALL
  SELECT product_id, NULL::bigint, pool.quantity - coalesce(away.quantity, 0), pool.value FROM pool
  LEFT JOIN (SELECT product_id, sum(quantity) AS quantity FROM elsewhere GROUP BY product_id) AS away USING (product_id)`
