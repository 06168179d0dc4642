import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { LabelledRow } from './labelled-goods.ts'

type UnitFacts = { name: string; name_en: string | null; barcodes: string[]; sale_price: string | null }
/** Of one product, or of one of its further units. */
export type LabelFacts = {
  product_id: number
  product_unit_id: number | null
  name: string
  name_en: string | null
  apply_tax: boolean
  /** Of the product's own unit. */
  product_price: string
  content: string
  unit: UnitFacts
}

/** What labels of these goods say, in their order. */
export async function labelFacts({ db }: Context, rows: readonly LabelledRow[]): Promise<LabelFacts[]> {
  const products = await db
    .selectFrom('products')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select(['products.id', 'products.name', 'products.name_en', 'products.apply_tax'])
    .select(sql<string[]>`products.barcodes`.as('barcodes'))
    .select([sql<string>`products.sale_price::text`.as('sale_price'), 'units.name as unit', 'units.name_en as unit_en'])
    .where('products.id', 'in', [...new Set(rows.map(({ product_id }) => product_id))])
    .execute()
  const unitIds = rows.flatMap(({ product_unit_id }) => product_unit_id ?? [])
  const further = unitIds.length === 0 ? [] : await furtherUnits(db, unitIds)
  const known = new Map(products.map((product) => [product.id, product]))
  const units = new Map(further.map((unit) => [unit.id, unit]))
  return rows.map(({ product_id, product_unit_id }) => {
    const product = known.get(product_id)
    if (!product) throw new Refusal('unknown_reference', { field: 'product_ids' })
    const own = { name: product.unit, name_en: product.unit_en, barcodes: product.barcodes, sale_price: null }
    const stated = product_unit_id === null ? null : units.get(product_unit_id)
    if (stated === undefined || (stated !== null && stated.product_id !== product_id))
      throw new Refusal('unit_of_other_product', { field: 'product_unit_id' })
    const { name, name_en, apply_tax, sale_price: product_price } = product
    const content = stated?.content ?? '1'
    return { product_id, product_unit_id, name, name_en, apply_tax, product_price, content, unit: stated ?? own }
  })
}

const furtherUnits = (db: Context['db'], ids: readonly number[]) =>
  db
    .selectFrom('product_units')
    .innerJoin('units', 'units.id', 'product_units.unit_id')
    .select(['product_units.id', 'product_units.product_id', 'units.name', 'units.name_en'])
    .select([
      sql<string[]>`product_units.barcodes`.as('barcodes'),
      sql<string>`product_units.content::text`.as('content'),
      sql<string | null>`product_units.sale_price::text`.as('sale_price'),
    ])
    .where('product_units.id', 'in', ids)
    .execute()

/** The rates that prices may have: of the tax that is named, else of all that the organization usually sells at. */
export async function labelRates({ db, session }: Context, tax_id: number | null | undefined): Promise<string[]> {
  const treatment = session.organization.vat_status === 'not_registered' ? 'out_of_scope' : 'standard'
  const rates = await db
    .selectFrom('taxes')
    .select(sql<string>`rate::text`.as('rate'))
    .distinct()
    .where('organization_id', '=', ownTenant)
    .$if(!tax_id, (all) => all.where('treatment', '=', treatment).where('status', '=', 'active'))
    .$if(Boolean(tax_id), (all) => all.where('id', '=', tax_id as number))
    .execute()
  if (tax_id && rates.length === 0) throw new Refusal('unknown_reference', { field: 'tax_id' })
  return rates.map(({ rate }) => rate)
}
