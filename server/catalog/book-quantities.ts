import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

/** What a place has of each product in the books at the end of a day; null is the main place. A product without moves is missing. */
export async function bookQuantities(
  { db, session }: Context,
  productIds: readonly number[],
  day: string,
  placeId: number | null,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ product_id: number; quantity: string }>`
    SELECT product_id, sum(quantity) AS quantity FROM (
      SELECT product_id, quantity::numeric, move_date FROM stock_moves
      WHERE organization_id = ${session.organization_id} AND product_id = ANY (${[...productIds]}::bigint[]) AND ${placeId}::bigint IS NULL
      UNION ALL
      SELECT product_id, CASE WHEN ${placeId}::bigint IS NULL THEN -quantity::numeric ELSE quantity::numeric END, move_date FROM place_moves
      WHERE organization_id = ${session.organization_id} AND product_id = ANY (${[...productIds]}::bigint[])
        AND (${placeId}::bigint IS NULL OR place_id = ${placeId}::bigint)) AS moved
    WHERE move_date <= ${day}::date GROUP BY product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.quantity]))
}
