import { sql } from 'kysely'
import type { LabelledGoods } from '#contract/labels/product-labels.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { internalBarcodes } from './internal-barcode.ts'
import { labelFacts } from './label-facts.ts'
import { labelledRows } from './labelled-goods.ts'

type Owner = { product_id: number; product_unit_id: number | null; name: string }

/** Gives a barcode of the organization's own to what has none. What has one keeps it; a second press at the same time gives nothing. */
export async function giveBarcodes(context: Context, goods: LabelledGoods): Promise<{ given: number }> {
  const facts = await labelFacts(context, await labelledRows(context, goods))
  const without = facts.filter(({ unit }) => unit.barcodes.length === 0)
  const taken = await takenOf(context, without)
  const given = without.map((owner) => ({ ...owner, barcode: freeBarcode(owner, taken) }))
  const own = given.filter(({ product_unit_id }) => product_unit_id === null)
  const further = given.filter(({ product_unit_id }) => product_unit_id !== null)
  const written = [
    await writeBarcodes(
      context,
      'products',
      own.map(({ product_id, barcode }) => ({ id: product_id, barcode })),
    ),
    await writeBarcodes(
      context,
      'product_units',
      further.map(({ product_unit_id, barcode }) => ({ id: product_unit_id as number, barcode })),
    ),
  ]
  return { given: written.reduce((sum, number) => sum + number, 0) }
}

async function takenOf({ db }: Context, owners: readonly Owner[]): Promise<ReadonlySet<string>> {
  if (owners.length === 0) return new Set()
  const rows = await db
    .selectFrom('product_barcodes')
    .select('barcode')
    .where('barcode', 'in', owners.flatMap(internalBarcodes))
    .execute()
  return new Set(rows.map(({ barcode }) => barcode))
}

/** The first that no product has: a number may have been typed, or come with a file of another organization. */
export function freeBarcode(owner: Owner, taken: ReadonlySet<string>): string {
  const free = internalBarcodes(owner).find((barcode) => !taken.has(barcode))
  if (free === undefined)
    throw new Refusal('no_barcode_left', { field: 'product_ids', params: { product: owner.name } })
  return free
}

type NewBarcode = { id: number; barcode: string }

async function writeBarcodes(
  { db, session }: Context,
  table: 'products' | 'product_units',
  given: readonly NewBarcode[],
) {
  if (given.length === 0) return 0
  const own = session.organization_id
  const ids = given.map(({ id }) => id)
  // One order for all writers of products.
  await db.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const values = sql.join(given.map(({ id, barcode }) => sql`(${id}::bigint, ${barcode}::text)`))
  const result = await sql`
    UPDATE ${sql.table(table)} AS owner SET barcodes = ARRAY[given.barcode], version = owner.version + 1
    FROM (VALUES ${values}) AS given (id, barcode)
    WHERE owner.organization_id = ${own} AND owner.id = given.id AND cardinality(owner.barcodes) = 0`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
