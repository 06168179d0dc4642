import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListedPrice, listedPricesCall } from '#contract/prices/price-lists.ts'
import { text } from '#ledger/money.ts'
import { lessPercent } from '#ledger/price-list.ts'
import { priceOfUnit } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'

type Query = z.output<typeof listedPricesCall.query>
type Row = Omit<ListedPrice, 'from_quantity' | 'price' | 'rank'> & {
  rank: number
  from_quantity: string
  price: string | null
  percent_off: string | null
  sale_price: string
  /** Of the unit: its own price, and what it holds. */
  unit_price: string | null
  content: string | null
}

/**
 * What the lists of a customer, then those of a branch, then those for everyone say of some products on a day (decision 0242). Among lists
 * for the same, the one that began last comes first, then the newer one.
 */
export async function listedPrices({ db, session }: Context, query: Query) {
  const own = session.organization_id
  const { customer_id = null, branch_id = null, currency_id, date, products } = query
  const { rows } = await sql<Row>`
    WITH serving AS (
      SELECT list.id, list.name, list.name_en, list.prices_include_tax, row_number() OVER (
        ORDER BY CASE list.audience WHEN 'customers' THEN 0 WHEN 'branch' THEN 1 ELSE 2 END, list.starts_on DESC NULLS LAST, list.id DESC)::integer AS rank
      FROM price_lists AS list
      WHERE list.organization_id = ${own} AND list.status = 'active' AND list.currency_id = ${currency_id}
        AND (list.starts_on IS NULL OR list.starts_on <= ${date}::date) AND (list.ends_on IS NULL OR list.ends_on >= ${date}::date)
        AND CASE list.audience
          WHEN 'customers' THEN EXISTS (SELECT FROM price_list_customers AS member
            WHERE member.organization_id = ${own} AND member.price_list_id = list.id AND member.customer_id = ${customer_id}::bigint)
          WHEN 'branch' THEN list.branch_id = ${branch_id}::bigint
          ELSE true END)
    SELECT line.product_id, line.product_unit_id, unit.sale_price::text AS unit_price, unit.content::text AS content, serving.rank, line.from_quantity::text AS from_quantity, line.price::text AS price,
      line.percent_off::text AS percent_off, product.sale_price::text AS sale_price,
      CASE WHEN line.price IS NOT NULL THEN serving.prices_include_tax END AS prices_include_tax,
      json_build_object('id', serving.id, 'name', serving.name, 'name_en', serving.name_en) AS list
    FROM serving
    JOIN price_list_rows AS line ON line.organization_id = ${own} AND line.price_list_id = serving.id
    JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
    LEFT JOIN product_units AS unit ON unit.organization_id = ${own} AND unit.id = line.product_unit_id
    WHERE line.product_id = ANY (${products}::bigint[])
    ORDER BY line.product_id, serving.rank, line.from_quantity::numeric`.execute(db)
  return rows.map(({ price, percent_off, sale_price, unit_price, content, ...row }) => {
    // A unit's own price is not multiplied again; without one it costs what it holds.
    const usual = content === null ? sale_price : priceOfUnit(unit_price, sale_price, content)
    return { ...row, price: price ?? text(lessPercent(usual, percent_off ?? 0)) }
  })
}
