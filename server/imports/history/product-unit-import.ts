import { productUnits } from '#contract/units/product-units.ts'
import { decimal, text } from '#ledger/money.ts'
import { createProductUnit, type ProductUnitInput } from '#server/catalog/units/save-product-unit.ts'
import type { Context } from '#server/core/context.ts'
import { deleteRow } from '#server/resource/table.ts'
import type { ImportBody, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { productNames } from '../kinds/look-ups.ts'
import { nameIndex } from '../kinds/name-index.ts'
import { stagedMap } from '../kinds/staged-map.ts'

/** Further units of products, after both; a unit that a product has with this content is left as it is. */
export const productUnitImport: ImportRules = {
  schema: productUnits.input,
  order: 'ordered',
  open: openProductUnits,
  undo: (context, { id }) => deleteRow(context, 'product_units', id),
}

async function openProductUnits(context: Context): Promise<ImportBook> {
  const { db } = context
  const [products, units, stored] = await Promise.all([
    productNames(context),
    db.selectFrom('units').select(['id', 'code', 'name', 'name_en']).execute(),
    db.selectFrom('product_units').select(['id', 'product_id', 'unit_id', 'content']).execute(),
  ])
  const unitNames = nameIndex(units.map((row) => [row.id, row.code, row.name, row.name_en] as const))
  const known = stagedMap<number | 'pending'>(stored.map((row) => [keyOf(row), row.id] as const))
  return {
    resolve: { product_id: products.find, unit_id: unitNames.find },
    match: (body) => known.get(keyOf(body)),
    add: (body, id) => known.set(keyOf(body), id),
    keep: known.keep,
    drop: known.drop,
    create: async (again, body: ProductUnitInput) => [
      { resource: 'product_unit', id: await createProductUnit(again, body), before: null },
    ],
  }
}

const keyOf = ({ product_id, unit_id, content }: ImportBody) =>
  `${product_id} ${unit_id} ${text(decimal(String(content ?? 0)))}`
