import { products } from '#contract/catalog.ts'
import type { ImportOptions } from '#contract/imports/imports.ts'
import { createProduct, removeProduct, updateProduct } from '#server/catalog/save-product.ts'
import type { Context } from '#server/core/context.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { deleteRow, insertRow } from '#server/resource/table.ts'
import type { CellRow, ImportBody, ImportBook, ImportRules, Made } from './import-kind.ts'
import { type NameIndex, nameIndex } from './name-index.ts'
import { restorable } from './restorable.ts'
import { stagedMap } from './staged-map.ts'

/** Products and services without stock, which comes with the opening balances. The same code is the same product. */
export const productImport: ImportRules = {
  schema: products.input,
  order: 'together',
  open: openProducts,
  undo: async (context, { resource, id, before }) => {
    if (resource !== 'product') return deleteRow(context, resource === 'unit' ? 'units' : 'product_categories', id)
    if (before === null) return removeProduct(context, id)
    await updateProduct(context, id, await restorable(context, 'products', id, before))
  },
}

const columns = [
  'code',
  'name',
  'name_en',
  'description',
  'sku',
  'barcodes',
  'unlimited_quantity',
  'sale_price',
  'purchase_price',
  'apply_tax',
  'reorder_point',
  'reorder_quantity',
  'tracking',
  'tracks_expiry',
  'weight',
  'status',
  'product_type_id',
  'product_category_id',
  'unit_id',
  'income_account_id',
  'expense_account_id',
] as const

async function openProducts({ db }: Context): Promise<ImportBook> {
  const [types, categories, units, accounts, stored] = await Promise.all([
    db.selectFrom('product_types').select(['id', 'key']).execute(),
    db.selectFrom('product_categories').select(['id', 'name', 'name_en']).execute(),
    db.selectFrom('units').select(['id', 'code', 'name', 'name_en']).execute(),
    db.selectFrom('accounts').select(['id', 'number', 'name', 'name_en']).where('type', '=', 'sub').execute(),
    db.selectFrom('products').select(['id', 'code']).execute(),
  ])
  const typeNames = nameIndex(types.map((row) => [row.id, row.key] as const))
  const categoryNames = nameIndex(categories.map((row) => [row.id, row.name, row.name_en] as const))
  const unitNames = nameIndex(units.map((row) => [row.id, row.code, row.name, row.name_en] as const))
  const accountNames = nameIndex(accounts.map((row) => [row.id, row.number, row.name, row.name_en] as const))
  const known = stagedMap<number | 'pending'>(stored.map((row) => [keyOf(row), row.id] as const))
  return {
    resolve: {
      product_type_id: typeNames.find,
      product_category_id: categoryNames.find,
      unit_id: unitNames.find,
      income_account_id: accountNames.find,
      expense_account_id: accountNames.find,
    },
    // The kinds of stock are posted: a product comes without.
    bodyOf: ([row]) => ({
      ...row,
      quantity: '0',
      ...(row?.product_type_id === typeNames.find('service') && { unlimited_quantity: true }),
    }),
    match: (body) => known.get(keyOf(body)),
    add: (body, id) => known.set(keyOf(body), id),
    keep: () => {
      for (const one of [known, categoryNames, unitNames]) one.keep()
    },
    drop: () => {
      for (const one of [known, categoryNames, unitNames]) one.drop()
    },
    createMissing: (context, row, options) => createMissing(context, row, options, { categoryNames, unitNames }),
    create: async (context, body) => [{ resource: 'product', id: await createProduct(context, body), before: null }],
    update: mergeProduct,
  }
}

const keyOf = ({ code }: ImportBody) => foldWord(String(code ?? '')) || String(code)

type Names = Record<'categoryNames' | 'unitNames', NameIndex>

async function createMissing(
  { db }: Context,
  { cells }: CellRow,
  options: ImportOptions,
  { categoryNames, unitNames }: Names,
) {
  const made: Made[] = []
  if (!options.create_missing) return made
  const { product_category_id: category, unit_id: unit } = cells
  if (category && categoryNames.find(category) === undefined) {
    const id = await insertRow(db, 'product_categories', { name: category, status: 'active' })
    categoryNames.add(id, [category])
    made.push({ resource: 'product_category', id, before: null })
  }
  if (unit && unitNames.find(unit) === undefined) {
    const id = await insertRow(db, 'units', { code: unit, name: unit, status: 'active' })
    unitNames.add(id, [unit])
    made.push({ resource: 'unit', id, before: null })
  }
  return made
}

async function mergeProduct(context: Context, id: number, body: ImportBody): Promise<Made[]> {
  const { db } = context
  const stored = await db
    .selectFrom('products')
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const held = await db.selectFrom('stock_items').select('quantity').where('product_id', '=', id).executeTakeFirst()
  const { version, ...own } = stored
  const before = { ...own, quantity: held?.quantity ?? '0' }
  await updateProduct(context, id, products.input.parse({ ...before, ...body, quantity: before.quantity }))
  return [{ resource: 'product', id, before: { ...before, version: version + 1 } }]
}
