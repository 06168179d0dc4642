import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'

const branch = sql`(SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en) FROM branches AS branch
  WHERE branch.organization_id = ${ownTenant} AND branch.id = price_lists.branch_id)`
const currency = sql`(SELECT json_build_object('code', currency.code, 'decimals', currency.decimals) FROM currencies AS currency
  WHERE currency.id = price_lists.currency_id)`
const customers = sql`coalesce((SELECT json_agg(json_build_object('customer_id', party.id,
    'customer', json_build_object('id', party.id, 'name', party.name, 'name_en', party.name_en)) ORDER BY party.name, party.id)
  FROM price_list_customers AS member
  JOIN parties AS party ON party.organization_id = ${ownTenant} AND party.id = member.customer_id
  WHERE member.organization_id = ${ownTenant} AND member.price_list_id = price_lists.id), '[]')`
const items = sql`coalesce((SELECT json_agg(json_build_object('line_number', line.line_number, 'product_id', line.product_id,
    'product', json_build_object('id', product.id, 'code', product.code, 'name', product.name, 'name_en', product.name_en),
    'product_unit_id', line.product_unit_id, 'unit', json_build_object('id', unit.id, 'name', unit.name, 'name_en', unit.name_en),
    'from_quantity', line.from_quantity::text, 'price', line.price::text, 'percent_off', line.percent_off::text) ORDER BY line.line_number)
  FROM price_list_rows AS line
  JOIN products AS product ON product.organization_id = ${ownTenant} AND product.id = line.product_id
  LEFT JOIN product_units AS further ON further.organization_id = ${ownTenant} AND further.id = line.product_unit_id
  JOIN units AS unit ON unit.organization_id = ${ownTenant} AND unit.id = coalesce(further.unit_id, product.unit_id)
  WHERE line.organization_id = ${ownTenant} AND line.price_list_id = price_lists.id), '[]')`

export const priceListListing: Listing = {
  table: 'price_lists',
  from: (db) => db.selectFrom('price_lists') as AnyQuery,
  select: (query) => query.selectAll('price_lists').select([branch.as('branch'), currency.as('currency')]),
}

export async function readPriceList({ db }: Context, id: number): Promise<unknown> {
  const row = await priceListListing
    .select(db.selectFrom('price_lists'))
    .select([customers.as('customers'), items.as('items')])
    .where('price_lists.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
