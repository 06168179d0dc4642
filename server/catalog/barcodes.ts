import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { productFacts } from './products.ts'

/** `unit_status`: of the unit whose barcode it is. */
type NamedProduct = { name: string; status: string; unit_status?: string | null; product_unit_id?: number | null }

/** Whose barcodes are saved: those of a product, or of one of its units; null is new. */
type Owner = { product_id: number | null } | { product_unit_id: number | null }

/** A barcode is of one product or unit: the refusal names the product that has it. A write at the same time meets the key of the table. */
export async function refuseTakenBarcodes(
  { db }: Context,
  owner: Owner,
  barcodes: readonly string[] = [],
): Promise<void> {
  if (barcodes.length === 0) return
  const taken = await db
    .selectFrom('product_barcodes')
    .innerJoin('products', 'products.id', 'product_barcodes.product_id')
    .select(['product_barcodes.barcode', 'products.name'])
    .where('product_barcodes.barcode', 'in', barcodes)
    .where(sql<boolean>`NOT coalesce(${ownedBy(owner)}, false)`)
    .orderBy('product_barcodes.barcode')
    .limit(1)
    .executeTakeFirst()
  if (!taken) return
  throw new Refusal('barcode_taken', { field: 'barcodes', params: { barcode: taken.barcode, product: taken.name } })
}

const ownedBy = (owner: Owner) =>
  'product_id' in owner
    ? sql`product_barcodes.product_id = ${owner.product_id}::bigint AND product_barcodes.product_unit_id IS NULL`
    : sql`product_barcodes.product_unit_id = ${owner.product_unit_id}::bigint`

/** The product that a scan means. A barcode says more than a code or SKU, which only counts where one product has it. */
export async function productByBarcode(context: Context, barcode: string) {
  const { db, session } = context
  const own = await productFacts(db)
    .innerJoin('product_barcodes', 'product_barcodes.product_id', 'products.id')
    .leftJoin('product_units', 'product_units.id', 'product_barcodes.product_unit_id')
    .select(['product_barcodes.product_unit_id', 'product_units.status as unit_status'])
    .where('product_barcodes.barcode', '=', barcode)
    .execute()
  const found =
    own.length > 0
      ? own
      : await productFacts(db)
          .where(
            sql<boolean>`products.organization_id = ${session.organization_id} AND (fold_digits(products.code) = fold_digits(${barcode}) OR products.sku = ${barcode})`,
          )
          .limit(2)
          .execute()
  const active = found.filter(
    ({ status, unit_status }: NamedProduct) => status === 'active' && unit_status !== 'inactive',
  )
  if (active.length > 1) throw new Refusal('barcode_unclear', { field: 'barcode', params: { barcode } })
  const [product] = active
  if (product) return { product_unit_id: null, lot: null, ...product }
  const [inactive] = found as NamedProduct[]
  if (inactive) throw new Refusal('barcode_inactive', { field: 'barcode', params: { product: inactive.name } })
  const scanned = await productOfLot(db, barcode)
  if (scanned) return scanned
  throw new Refusal('barcode_unknown', { field: 'barcode', params: { barcode } })
}

/** The active product that alone has a batch or a serial number. */
async function productOfLot(db: Context['db'], number: string) {
  const found = await productFacts(db)
    .innerJoin('lots', 'lots.product_id', 'products.id')
    .select(['lots.number as lot_number', 'lots.expires_on as lot_expires_on'])
    // A barcode of twelve digits was read with a zero before them.
    .where('lots.number', 'in', [number, number.replace(/^0(?=\d{12}$)/, '')])
    .where('products.status', '=', 'active')
    .limit(2)
    .execute()
  const [product, other] = found
  if (!product || other) return null
  const { lot_number, lot_expires_on: expires_on, ...facts } = product
  const lot = { number: lot_number, expires_on, is_serial: facts.tracking === 'serial' }
  return { ...facts, product_unit_id: null, lot }
}
