import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

/** The book quantity of each product at the end of a day. A product without moves is missing. */
export async function bookQuantities(
  { db, session }: Context,
  productIds: readonly number[],
  day: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ product_id: number; quantity: string }>`
    SELECT product_id, sum(quantity) AS quantity FROM stock_moves
    WHERE organization_id = ${session.organization_id} AND product_id = ANY (${[...productIds]}::bigint[]) AND move_date <= ${day}::date
    GROUP BY product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.quantity]))
}
