import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import type { Context } from '#server/kit/context.ts'
import { beside } from './statement-rows.ts'
import { tradeRows } from './trade-rows.ts'

export type By = 'party' | 'product'
export type Traded = {
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

export type Scope = { from: string; to: string; branch_id: number[] | undefined }
const kinds = {
  sales: { raises: ['invoice', 'debit_note'], lowers: ['credit_note'] },
  purchases: { raises: ['bill'], lowers: ['supplier_credit'] },
} as const

/** What was traded with each party or of each product, the most first. */
export async function tradedOf(context: Context, side: Side, by: By, scope: Scope): Promise<Traded[]> {
  const { db, session } = context
  const organization = session.organization_id
  const { raises, lowers } = kinds[side.name]
  const names =
    by === 'party'
      ? sql`SELECT sums.*, party.name, party.name_en, NULL AS code, false AS is_stocked FROM sums
          ${beside('parties', 'party', organization, sql`sums.id`)}`
      : sql`SELECT sums.*, product.name, product.name_en, product.code, item.product_id IS NOT NULL AS is_stocked FROM sums
          ${beside('products', 'product', organization, sql`sums.id`)}
          LEFT JOIN stock_items AS item ON item.organization_id = ${organization} AND item.product_id = sums.id`
  const { rows } = await sql<Traded>`
    WITH sums AS MATERIALIZED (
      SELECT id, coalesce(sum(quantity) FILTER (WHERE kind IN ('invoice', 'bill')), 0) AS quantity,
        coalesce(sum(returned) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returned,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${raises}::text[])), 0) AS gross,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returns,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -net ELSE net END) AS net,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -tax ELSE tax END) AS tax,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -cost ELSE cost END) AS cost
      FROM (${await tradeRows(context, [...raises, ...lowers], by, scope)}) AS traded GROUP BY id HAVING sum(line_count) > 0)
    ${names} ORDER BY sums.net DESC, sums.id`.execute(db)
  return rows
}
