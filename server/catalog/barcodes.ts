import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { productFacts } from './products.ts'

type NamedProduct = { name: string; status: string }

/** A barcode is of one product: the refusal names the one that has it. A write at the same time meets the key of the table. */
export async function refuseTakenBarcodes(
  { db }: Context,
  id: number | null,
  barcodes: readonly string[] = [],
): Promise<void> {
  if (barcodes.length === 0) return
  const taken = await db
    .selectFrom('product_barcodes')
    .innerJoin('products', 'products.id', 'product_barcodes.product_id')
    .select(['product_barcodes.barcode', 'products.name'])
    .where('product_barcodes.barcode', 'in', barcodes)
    .$if(id !== null, (others) => others.where('product_barcodes.product_id', '!=', id))
    .orderBy('product_barcodes.barcode')
    .limit(1)
    .executeTakeFirst()
  if (!taken) return
  throw new Refusal('barcode_taken', { field: 'barcodes', params: { barcode: taken.barcode, product: taken.name } })
}

/** The product that a scan means. A barcode says more than a code or SKU, which only counts where one product has it. */
export async function productByBarcode(context: Context, barcode: string) {
  const { db, session } = context
  const own = await productFacts(db)
    .where('products.id', 'in', db.selectFrom('product_barcodes').select('product_id').where('barcode', '=', barcode))
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
  const active = found.filter(({ status }: NamedProduct) => status === 'active')
  if (active.length > 1) throw new Refusal('barcode_unclear', { field: 'barcode', params: { barcode } })
  const [product] = active
  if (product) return product
  const [inactive] = found as NamedProduct[]
  if (inactive) throw new Refusal('barcode_inactive', { field: 'barcode', params: { product: inactive.name } })
  throw new Refusal('barcode_unknown', { field: 'barcode', params: { barcode } })
}
