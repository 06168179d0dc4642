import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { RecordedAsOf } from '#server/journal/as-recorded.ts'
import { beside } from '../account-statement/statement-rows.ts'
import { knownTradeRows } from './trade-as-recorded.ts'
import { tradeRows } from './trade-line-sql.ts'

export type By = 'party' | 'product'
export type TradeTotals = {
  id: number
  name: string
  name_en: string | null
  code: string | null
  is_stocked: boolean
  quantity: string
  returned: string
  gross: string
  returns: string
  net: string
  tax: string
  cost: string
}

/** The total, independent of the page. */
export type TradedSums = Pick<TradeTotals, 'gross' | 'returns' | 'net' | 'tax' | 'cost'>
type TradePage = { rows: TradeTotals[]; sums: TradedSums }

export type TradeTotalsScope = {
  from: string
  to: string
  branch_id: number[] | undefined
  known_at?: RecordedAsOf
  /** For one party or product. */
  id?: number | undefined
}
/** Rows from this place on; `limit` null is all of them. */
type Window = { offset: number; limit: number | null }
export const tradedKinds = {
  sales: { raises: ['invoice', 'debit_note'], lowers: ['credit_note'] },
  purchases: { raises: ['bill'], lowers: ['supplier_credit'] },
} as const

/** Totals per party or product, largest first. Only rows of the page get names. */
export async function tradedOf(
  context: Context,
  side: Side,
  by: By,
  scope: TradeTotalsScope,
  { offset, limit }: Window,
): Promise<TradePage> {
  const { db, session } = context
  const organization = session.organization_id
  const { raises, lowers } = tradedKinds[side.name]
  const names =
    by === 'party'
      ? sql`SELECT page.*, party.name, party.name_en, NULL AS code, false AS is_stocked FROM page
          ${beside('parties', 'party', organization, sql`page.id`)}`
      : sql`SELECT page.*, product.name, product.name_en, product.code, item.product_id IS NOT NULL AS is_stocked FROM page
          ${beside('products', 'product', organization, sql`page.id`)}
          LEFT JOIN stock_items AS item ON item.organization_id = ${organization} AND item.product_id = page.id`
  const of = [...raises, ...lowers]
  const source = scope.known_at
    ? knownTradeRows(context, by, { ...scope, kinds: of, known_at: scope.known_at })
    : tradeRows(context, of, by, scope)
  const { rows } = await sql<TradeTotals & { [Key in keyof TradedSums as `all_${Key}`]: string }>`
    WITH sums AS MATERIALIZED (
      SELECT id, coalesce(sum(quantity) FILTER (WHERE kind IN ('invoice', 'bill')), 0) AS quantity,
        coalesce(sum(returned) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returned,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${raises}::text[])), 0) AS gross,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returns,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -net ELSE net END) AS net,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -tax ELSE tax END) AS tax,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -cost ELSE cost END) AS cost
      FROM (
        SELECT id, kind, sum(quantity) AS quantity, sum(returned) AS returned, sum(net) AS net, sum(tax) AS tax, sum(cost) AS cost, sum(line_count) AS line_count
        FROM (${await source}) AS traded ${scope.id === undefined ? sql`` : sql`WHERE id = ${scope.id}`} GROUP BY id, kind) AS of_kind
      GROUP BY id HAVING sum(line_count) > 0),
    page AS MATERIALIZED (
      SELECT *, sum(gross) OVER () AS all_gross, sum(returns) OVER () AS all_returns, sum(net) OVER () AS all_net,
        sum(tax) OVER () AS all_tax, sum(cost) OVER () AS all_cost
      FROM sums ORDER BY net DESC, id OFFSET ${offset} LIMIT ${limit}::bigint)
    ${names} ORDER BY page.net DESC, page.id`.execute(db)
  const [first] = rows
  const sums = {
    gross: first?.all_gross ?? '0',
    returns: first?.all_returns ?? '0',
    net: first?.all_net ?? '0',
    tax: first?.all_tax ?? '0',
    cost: first?.all_cost ?? '0',
  }
  return { rows, sums }
}
