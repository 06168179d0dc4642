import { sql } from 'kysely'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { StockMove } from './move-stock.ts'

/** An issue of a product on a day: quantity and cost. */
export type Leaving = { product_id: number; date: string; quantity: Decimal; value: Decimal }
type Planned = Pick<StockMove, 'product_id' | 'date' | 'quantity' | 'value'>

/**
 * The most that may leave each product by value where today's average takes more than was there on that day, or on one since: goods
 * that came later cost more than those that were sold. Then they leave at what such a day's were worth, so that no day shows
 * goods without value or a value below nothing (accounting rule 2.1-5). Products that need no cap are not named.
 */
export async function worthThen(
  { db, session }: Context,
  leaving: readonly Leaving[],
  planned: readonly Planned[] = [],
): Promise<Map<number, Decimal>> {
  if (leaving.length === 0) return new Map()
  const asked = leaving.map(({ product_id, date, quantity, value }) => ({
    ...{ product_id, since: date, quantity: text(quantity), value: text(value) },
  }))
  const moves = planned.map(({ product_id, date, quantity, value }) => ({
    ...{ product_id, move_date: date, quantity: text(quantity), value: text(value) },
  }))
  const { decimals } = session.organization
  const { rows } = await sql<{ product_id: number; most: string }>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS given (product_id bigint, since date, quantity numeric, value numeric)),
    days AS (
      SELECT product_id, move_date, sum(sum(quantity)) OVER running AS quantity, sum(sum(value)) OVER running AS value
      FROM (
        SELECT product_id, move_date, quantity, value FROM stock_moves
        WHERE organization_id = ${session.organization_id} AND product_id = ANY (${leaving.map((one) => one.product_id)}::bigint[])
        UNION ALL SELECT * FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
          AS planned (product_id bigint, move_date date, quantity numeric, value numeric)) AS moves
      GROUP BY product_id, move_date WINDOW running AS (PARTITION BY product_id ORDER BY move_date)),
    -- The balance of the day itself is the balance after the last move on or before it.
    standing AS (
      SELECT asked.product_id, asked.quantity AS taken, asked.value AS cost, days.quantity, days.value
      FROM asked JOIN days ON days.product_id = asked.product_id AND (days.move_date > asked.since OR days.move_date = (
        SELECT max(own.move_date) FROM days AS own WHERE own.product_id = asked.product_id AND own.move_date <= asked.since)))
    SELECT product_id, greatest(min(CASE
      WHEN taken >= quantity THEN value
      WHEN taken = 0 THEN value - power(10, ${-decimals}::integer)::numeric
      ELSE round(value * taken / quantity, ${decimals}::integer) END), 0) AS most
    FROM standing WHERE quantity > 0 AND (cost > value OR (cost = value AND quantity > taken))
    GROUP BY product_id`.execute(db)
  return new Map(rows.map(({ product_id, most }) => [product_id, decimal(most)]))
}
