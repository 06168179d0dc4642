import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { addMonths } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

const monthsShown = 12
/** What counts as trade of a side, and what is taken off it. */
export const tradeKinds = {
  sales: { adds: ['invoice', 'debit_note'], lowers: 'credit_note' },
  purchases: { adds: ['bill'], lowers: 'supplier_credit' },
} as const

type TradeMonth = { month: string; net: string; quantity: string }

/** Net trade of twelve months with one party or in one product, from the materialized sums: one short range of the key for each kind and month. */
export async function monthlyTrade(
  { db, session, today }: Context,
  side: Pick<Side, 'name'>,
  of: { party_id: number } | { product_id: number },
): Promise<TradeMonth[]> {
  const { adds, lowers } = tradeKinds[side.name]
  const first = addMonths(`${today.slice(0, 7)}-01`, 1 - monthsShown)
  const [table, key, id] =
    'party_id' in of
      ? (['trade_monthly_by_party', 'party_id', of.party_id] as const)
      : (['trade_monthly_by_product', 'product_id', of.product_id] as const)
  const signed = (column: RawBuilder<unknown>) =>
    sql`coalesce(sum(CASE trade.kind WHEN ${lowers} THEN -${column} ELSE ${column} END), 0)`
  const quantity = key === 'product_id' ? signed(sql`trade.quantity`) : sql`0`
  const { rows } = await sql<TradeMonth>`
    SELECT to_char(months.month, 'YYYY-MM') AS month, ${signed(sql`trade.net`)} AS net, ${quantity} AS quantity
    FROM generate_series(${first}::date, ${today}::date, interval '1 month') AS months (month)
    CROSS JOIN unnest(${[...adds, lowers]}::text[]) AS kinds (kind)
    LEFT JOIN LATERAL (
      SELECT own.* FROM ${sql.table(table)} AS own
      WHERE own.organization_id = ${session.organization_id} AND own.kind = kinds.kind AND own.month = months.month::date
        AND own.${sql.ref(key)} = ${id} OFFSET 0) AS trade ON true
    GROUP BY months.month ORDER BY months.month`.execute(db)
  return rows
}
