import { sql } from 'kysely'
import { products } from '#contract/catalog.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type Listing, orderOf } from '#server/resource/list.ts'
import { type OptionAsk, optionRows } from '#server/resource/option-rows.ts'
import { unitsOfProduct } from './units/units-of-product.ts'

const joined = (db: TenantDatabase) =>
  db
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .innerJoin('product_categories', 'product_categories.id', 'products.product_category_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .leftJoin('stock_items', 'stock_items.product_id', 'products.id')

/** Services and unlimited products have no counts; a product without moves has none. */
const quantity = sql<
  string | null
>`CASE WHEN products.unlimited_quantity OR product_types.key = 'service' THEN NULL ELSE coalesce(stock_items.quantity, 0) END`
const named = (table: string) =>
  sql`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'name_en', ${sql.ref(`${table}.name_en`)})`
const type = sql`json_build_object('id', product_types.id, 'key', product_types.key, 'name', product_types.name, 'name_en', product_types.name_en)`

const account = (id: 'income_account_id' | 'expense_account_id', table: 'products' | 'product_categories') => sql`(
  SELECT json_build_object('id', account.id, 'name', account.number || ' ' || account.name, 'name_en', account.number || ' ' || account.name_en)
  FROM accounts AS account WHERE account.organization_id = ${ownTenant} AND account.id = ${sql.ref(`${table}.${id}`)})`
/** The accounts that a product or a category names, with their numbers. */
export const namedAccounts = (table: 'products' | 'product_categories') => [
  account('income_account_id', table).as('income_account'),
  account('expense_account_id', table).as('expense_account'),
]

export const productListing: Listing = {
  table: 'products',
  from: joined,
  select: (query) =>
    query
      .selectAll('products')
      .select([quantity.as('quantity'), type.as('type'), named('product_categories').as('category')]),
  sort: { category: 'product_categories.name', type: 'product_types.id', quantity: 'stock_items.quantity' },
  filter: {
    categories: (query, ids: number[]) => query.where('products.product_category_id', 'in', ids),
    types: (query, ids: number[]) => query.where('products.product_type_id', 'in', ids),
  },
}

export async function readProduct({ db }: Context, id: number) {
  const row = await joined(db)
    .selectAll('products')
    .select([
      quantity.as('quantity'),
      type.as('type'),
      named('product_categories').as('category'),
      named('units').as('unit'),
      unitsOfProduct().as('units'),
      ...namedAccounts('products'),
    ])
    .where('products.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const optionColumns = [
  'products.id',
  'products.code',
  'products.name',
  'products.name_en',
  'products.sale_price',
  'products.purchase_price',
  'products.apply_tax',
  'products.unlimited_quantity',
  'products.tracking',
  'products.tracks_expiry',
  'product_types.key as type',
  'units.name as unit',
  'units.name_en as unit_en',
  quantity.as('quantity'),
  unitsOfProduct().as('units'),
] as const

type ProductAsk = OptionAsk &
  Pick<ListQuery, 'sort_key' | 'sort_order'> & {
    status?: string
    categories?: number[]
    types?: number[]
  }

/** Active ones unless another status is requested, sorted by name unless another order is. */
export function productOptions({ db }: Context, query: ProductAsk): Promise<Answer> {
  const { status = 'active', categories, types } = query
  const rows = joined(db)
    .$if(categories !== undefined, (some) => some.where('products.product_category_id', 'in', categories ?? []))
    .$if(types !== undefined, (some) => some.where('products.product_type_id', 'in', types ?? []))
    .select(optionColumns)
    .where('products.status', '=', status)
  const { columns, direction } = orderOf(productListing, products.list, {
    ...query,
    sort_key: query.sort_key ?? 'name',
  } as ListQuery)
  return optionRows(rows, 'products', query, columns[0] as string, direction)
}

/** Products as a form takes them, with their state. */
export const productFacts = (db: TenantDatabase) => joined(db).select(optionColumns).select('products.status')
