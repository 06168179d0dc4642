import { sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { AnyQuery } from '#server/resource/list.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { createProductUnit, removeProductUnit, updateProductUnit } from './save-product-unit.ts'

const product = sql`(SELECT json_build_object('id', product.id, 'name', product.name, 'name_en', product.name_en) FROM products AS product
  WHERE product.organization_id = ${ownTenant} AND product.id = product_units.product_id)`
const unit = sql`(SELECT json_build_object('id', unit.id, 'name', unit.name, 'name_en', unit.name_en, 'code', unit.code) FROM units AS unit
  WHERE unit.organization_id = ${ownTenant} AND unit.id = product_units.unit_id)`

/** Further units of products: a carton of twelve pieces. */
export const productUnitRules: ResourceRules = {
  listing: {
    table: 'product_units',
    from: (db) => db.selectFrom('product_units') as AnyQuery,
    select: (query) => query.selectAll('product_units').select([product.as('product'), unit.as('unit')]),
    filter: { product_id: (query, id: number) => query.where('product_units.product_id', '=', id) },
  },
  create: createProductUnit,
  update: updateProductUnit,
  remove: removeProductUnit,
}
