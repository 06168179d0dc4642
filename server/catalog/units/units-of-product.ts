import { sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'

/** The active units of a product as forms offer them, the smallest first. */
export const unitsOfProduct = (product = 'products') => sql`coalesce((
  SELECT json_agg(json_build_object('id', own.id, 'name', unit.name, 'name_en', unit.name_en, 'content', own.content::text,
    'sale_price', own.sale_price::text, 'purchase_price', own.purchase_price::text, 'usual_for_sales', own.usual_for_sales,
    'usual_for_purchases', own.usual_for_purchases) ORDER BY own.content::numeric, own.id)
  FROM product_units AS own
  JOIN units AS unit ON unit.organization_id = ${ownTenant} AND unit.id = own.unit_id
  WHERE own.organization_id = ${ownTenant} AND own.product_id = ${sql.ref(`${product}.id`)} AND own.status = 'active'), '[]')`
