import type { z } from 'zod'
import type { FieldErrors } from '#contract/issues.ts'
import type { productUnits } from '#contract/units/product-units.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import { refuseTakenBarcodes } from '../barcodes.ts'

export type ProductUnitInput = z.output<typeof productUnits.input>
type StoredUnit = {
  product_id: number
  unit_id: number
  content: string
  status: string
  usual_for_sales: boolean
  usual_for_purchases: boolean
}

export async function createProductUnit(context: Context, input: ProductUnitInput): Promise<number> {
  await requireSound(context, null, input, null)
  await releaseUsual(context, input, 0)
  return insertRow(context.db, 'product_units', columnsOf(input))
}

/** What it holds stays once a row names it: the row would mean another quantity. A new unit says the new content. */
export async function updateProductUnit(context: Context, id: number, input: ProductUnitInput): Promise<void> {
  const stored = await lockedUnit(context, id)
  await requireSound(context, id, input, stored)
  const isChanged =
    !decimal(stored.content).eq(input.content) ||
    stored.unit_id !== input.unit_id ||
    stored.product_id !== input.product_id
  if (isChanged && (await isNamed(context, id))) {
    const field = decimal(stored.content).eq(input.content) ? 'unit_id' : 'content'
    throw new Refusal('unit_content_fixed', { field, params: { content: text(decimal(stored.content)) } })
  }
  const usual = { usual_for_sales: stored.usual_for_sales, usual_for_purchases: stored.usual_for_purchases }
  const wanted = { ...input, ...usual, ...sentFields(input) }
  await releaseUsual(context, wanted, id)
  await updateRow(context.db, 'product_units', id, columnsOf(wanted), input.version)
}

/** A unit that a row names stays; it is made inactive instead. */
export async function removeProductUnit(context: Context, id: number): Promise<void> {
  await lockedUnit(context, id)
  await deleteRow(context, 'product_units', id)
}

async function lockedUnit({ db }: Context, id: number): Promise<StoredUnit> {
  const row = await db
    .selectFrom('product_units')
    .select(['product_id', 'unit_id', 'content', 'status', 'usual_for_sales', 'usual_for_purchases'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** An inactive unit is usual for nothing. */
function columnsOf({ version: _, ...input }: ProductUnitInput) {
  const usual = input.status === 'inactive' ? { usual_for_sales: false, usual_for_purchases: false } : {}
  return { ...sentFields(input), content: text(decimal(input.content)), ...usual }
}

async function requireSound(
  context: Context,
  id: number | null,
  input: ProductUnitInput,
  stored: StoredUnit | null,
): Promise<void> {
  const { db } = context
  await requireRows(db, {
    product_id: ['products', input.product_id],
    unit_id: ['units', input.unit_id, {}, stored?.unit_id ?? null],
  })
  // Another unit of the product at the same time waits for this one.
  const product = await db
    .selectFrom('products')
    .select('unit_id')
    .where('id', '=', input.product_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const same = await db
    .selectFrom('product_units')
    .select('id')
    .where('product_id', '=', input.product_id)
    .where('unit_id', '=', input.unit_id)
    .where('content', '=', text(decimal(input.content)))
    .$if(id !== null, (others) => others.where('id', '!=', id))
    .executeTakeFirst()
  const errors = productUnitProblems(input, product.unit_id, same !== undefined)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  await refuseTakenBarcodes(context, { product_unit_id: id }, input.barcodes)
}

/** The errors of a unit on its own fields. */
export function productUnitProblems(input: ProductUnitInput, unitOfProduct: number, isThere: boolean): FieldErrors {
  const errors: FieldErrors = {}
  if (input.unit_id === unitOfProduct) errors.unit_id = { code: 'unit_is_base' }
  else if (isThere) errors.content = { code: 'unit_twice' }
  if (decimal(input.content).eq(1)) errors.content = { code: 'unit_content_one' }
  if (input.status === 'inactive' && input.usual_for_sales) errors.usual_for_sales = { code: 'usual_unit_inactive' }
  if (input.status === 'inactive' && input.usual_for_purchases)
    errors.usual_for_purchases = { code: 'usual_unit_inactive' }
  return errors
}

/** A product has one usual unit for sales and one for purchases. */
async function releaseUsual({ db }: Context, input: ProductUnitInput, id: number): Promise<void> {
  for (const column of ['usual_for_sales', 'usual_for_purchases'] as const) {
    if (!input[column]) continue
    const others = db
      .updateTable('product_units')
      .set({ [column]: false })
      .where('product_id', '=', input.product_id)
    await others.where(column, '=', true).where('id', '!=', id).execute()
  }
}

const namingTables = ['document_lines', 'order_lines', 'goods_note_lines', 'stock_transfer_lines'] as const
/** Whether a row of a paper states it. */
async function isNamed({ db }: Context, id: number): Promise<boolean> {
  const rows = await Promise.all(
    namingTables.map((table) =>
      db
        .selectFrom(table as 'document_lines')
        .select('product_unit_id')
        .where('product_unit_id', '=', id)
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return rows.some((row) => row !== undefined)
}
