import type { z } from 'zod'
import type { products } from '#contract/catalog.ts'
import { decimal, text } from '#ledger/money.ts'
import { isStocked, productType } from '#ledger/posting/product-account.ts'
import type { Context } from '#server/core/context.ts'
import { takeFacts } from '#server/core/needs.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { storeImage } from '#server/files/store-image.ts'
import { requirePurposes } from '#server/organization/eligible-accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import { stockOf } from '#server/stock/stock-balances.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { refuseTakenBarcodes } from './barcodes.ts'
import { countStock } from './count-product.ts'
import { postOpeningStock } from './opening-stock-of-product.ts'
import { changedTracking, trackingOf } from './tracking-of-product.ts'

type ProductInput = z.output<typeof products.input>

/** A quantity on a new product is its opening stock and is posted as such (accounting rule 2.4). */
export async function createProduct(context: Context, body: ProductInput): Promise<number> {
  await refuseTakenBarcodes(context, { product_id: null }, body.barcodes)
  const { columns, stocked, quantity } = await readInput(context, body, null)
  // What it begins with has no batch: it comes with the opening balances, a bill or a count.
  if ((body.tracking ?? 'none') !== 'none' && decimal(quantity).gt(0))
    throw new Refusal('lots_missing', { field: 'quantity' })
  const id = await insertRow(context.db, 'products', columns)
  if (stocked && decimal(quantity).gt(0)) {
    const { purchase_price } = body
    await postOpeningStock(context, { product_id: id, quantity, purchase_price, date: context.today })
  }
  return id
}

/** A changed quantity is a stock count: the difference is posted, never just written. */
export async function updateProduct(context: Context, id: number, body: ProductInput): Promise<void> {
  const before = await context.db
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select(['product_types.key as type', 'products.unlimited_quantity'])
    .select(['products.product_category_id', 'products.unit_id'])
    .select(['products.reorder_point', 'products.reorder_quantity', 'products.weight'])
    .select(['products.tracking', 'products.tracks_expiry'])
    .where('products.id', '=', id)
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found')
  await refuseTakenBarcodes(context, { product_id: id }, body.barcodes)
  await refuseUnitOfOwn(context, id, body.unit_id)
  const { columns, stocked, quantity } = await readInput(context, body, before)
  // The year comes before the stock in the one lock order, and a count needs both.
  const { stock } = await takeFacts(context, {
    calendar: calendarFrom(context.today),
    stock: stockFrom(context.today, { products: [id] }),
  })
  const state = stockOf(stock, id)
  if (isStocked({ ...before, type: productType(before.type) }) && !stocked && state.quantity.gt(0)) {
    // Its value would vanish: it is counted to zero first (accounting rule V54).
    throw new Refusal('stock_not_empty', {
      field: body.unlimited_quantity ? 'unlimited_quantity' : 'product_type_id',
      params: { quantity: text(state.quantity) },
    })
  }
  const tracked = await changedTracking(context, { id, ...before }, { ...columns, stocked }, state)
  await updateRow(context.db, 'products', id, { ...columns, ...tracked }, body.version)
  // A quantity that an update does not name stays.
  if (stocked && body.quantity && !decimal(quantity).eq(state.quantity)) await countStock(context, id, quantity)
}

/** A product with sales, purchases or moves stays. An unused one is deleted with its empty stock row. */
export async function removeProduct(context: Context, id: number): Promise<void> {
  const { db } = context
  const moved = await db
    .selectFrom('stock_moves')
    .select('product_id')
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (moved) throw new Refusal('in_use')
  await db.deleteFrom('stock_items').where('product_id', '=', id).execute()
  await deleteRow(context, 'products', id)
}

/** The product's own unit is not one of its further ones. */
async function refuseUnitOfOwn({ db }: Context, id: number, unit_id: number): Promise<void> {
  const same = await db
    .selectFrom('product_units')
    .select('id')
    .where('product_id', '=', id)
    .where('unit_id', '=', unit_id)
    .executeTakeFirst()
  if (same) throw new Refusal('unit_is_base', { field: 'unit_id' })
}

type StoredProduct = {
  product_category_id: number
  unit_id: number
  unlimited_quantity: boolean
  reorder_point: string | null
  reorder_quantity: string | null
  tracking: string
  tracks_expiry: boolean
  weight: string | null
}

async function readInput(context: Context, body: ProductInput, before: StoredProduct | null) {
  const { version: _, quantity, img, ...fields } = body
  await requireRows(context.db, {
    product_type_id: ['product_types', body.product_type_id],
    product_category_id: ['product_categories', body.product_category_id, {}, before?.product_category_id ?? null],
    unit_id: ['units', body.unit_id, {}, before?.unit_id ?? null],
  })
  await requirePurposes(context, body)
  const type = await context.db
    .selectFrom('product_types')
    .select('key')
    .where('id', '=', body.product_type_id)
    .executeTakeFirstOrThrow()
  const image = await storeImage(context, img, 'img')
  const given = sentFields(fields)
  const unlimited_quantity = body.unlimited_quantity ?? before?.unlimited_quantity ?? false
  const stocked = isStocked({ type: productType(type.key), unlimited_quantity })
  const isNamed = (quantity ?? null) !== null
  const wasLimited = before !== null && !before.unlimited_quantity && quantity === undefined
  if (!unlimited_quantity && !isNamed && !wasLimited)
    throw new Refusal('invalid_input', { errors: { quantity: { code: 'required' } } })
  const isGoods = isStocked({ type: productType(type.key), unlimited_quantity: false })
  const ofGoods = factsOfGoods(body, isGoods, before)
  return {
    columns: { ...given, ...ofGoods, ...trackingOf(body, isGoods, before), ...(image !== undefined && { img: image }) },
    stocked,
    quantity: quantity ?? '0',
  }
}

const goodsFields = ['reorder_point', 'reorder_quantity', 'weight'] as const
type GoodsFields = Pick<StoredProduct, (typeof goodsFields)[number]>

/** A service weighs nothing and is never short of stock; what it said before about that goes. Goods without limit say it for when they are counted. */
function factsOfGoods(body: ProductInput, isGoods: boolean, before: GoodsFields | null): GoodsFields {
  if (!isGoods) {
    const named = goodsFields.filter((field) => (body[field] ?? null) !== null)
    const errors = Object.fromEntries(named.map((field) => [field, { code: 'not_stocked' as const }]))
    if (named.length > 0) throw new Refusal('invalid_input', { errors })
    return { reorder_point: null, reorder_quantity: null, weight: null }
  }
  const { reorder_point = before?.reorder_point ?? null, reorder_quantity = before?.reorder_quantity ?? null } = body
  const { weight = before?.weight ?? null } = body
  if (reorder_point === null && reorder_quantity !== null)
    throw new Refusal('invalid_input', { errors: { reorder_point: { code: 'required' } } })
  return { reorder_point, reorder_quantity, weight }
}
