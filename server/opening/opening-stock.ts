import { reverse } from '#ledger/entry.ts'
import { type Decimal, decimal, round, text } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { lockStock, type StockState, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseSpentStock } from '#server/catalog/spent-stock.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { type Before, hasMoved, type Opening, type OpeningInput } from './save-opening.ts'

type Row = OpeningInput['stock'][number]
type Change = { product_id: number; quantity: Decimal; value: Decimal; revision: number; at: Opening; field: string }

/**
 * Opening stock by product (V36). Corrected by the difference only, so that goods which were sold since stay sold;
 * refused where the difference would leave less than nothing on any later day.
 */
export async function saveOpeningStock(
  context: Context,
  rows: readonly Row[],
  now: Opening,
  before: Before,
): Promise<void> {
  await requireStocked(context, rows)
  const stored = new Map((await storedStock(context)).map((row) => [row.product_id, row]))
  const stock = await lockStock(context, [...stored.keys(), ...rows.map((row) => row.product_id)])
  const wanted = rows.map((row, index) => ({ ...row, value: worthOf(context, row), field: `stock.${index}.quantity` }))
  const moved = hasMoved(now, before)
  const changes: Change[] = []
  for (const [product_id, old] of stored) {
    const next = wanted.find((row) => row.product_id === product_id)
    if (next && !moved) continue
    const took = { quantity: decimal(old.quantity).neg(), value: decimal(old.value).neg() }
    if (before)
      changes.push({ product_id, ...took, revision: 2 * now.revision, at: before, field: next?.field ?? 'stock' })
  }
  for (const row of wanted) {
    const old = stored.get(row.product_id)
    const base = old && !moved ? old : { quantity: '0', value: '0' }
    const gave = { quantity: decimal(row.quantity).minus(base.quantity), value: row.value.minus(base.value) }
    changes.push({ ...gave, product_id: row.product_id, revision: 2 * now.revision + 1, at: now, field: row.field })
  }
  for (const change of changes) await postChange(context, stock, change)
  await store(context, wanted)
}

async function postChange(context: Context, stock: Map<number, StockState>, change: Change): Promise<void> {
  const { product_id, quantity, value, at } = change
  if (quantity.eq(0) && value.eq(0)) return
  const state = stock.get(product_id) as StockState
  const left = { quantity: state.quantity.plus(quantity), value: state.value.plus(value) }
  const sound = left.quantity.gte(0) && left.value.gte(0) && (left.quantity.gt(0) || left.value.eq(0))
  if (!sound) throw new Refusal('count_moved_on', { field: change.field })
  await refuseSpentStock(context, [{ product_id, date: at.date, quantity, value }], 'count_moved_on', change.field)
  const cost = openingStockEntry({ branch_id: at.branch_id, product_id, cost: value.abs() })
  const head = {
    date: at.date,
    kind: 'opening',
    source: 'opening_stock',
    source_id: product_id,
    source_revision: change.revision,
  } as const
  const entry = await post(context, at.period, head, value.lt(0) ? reverse(cost) : cost)
  const move = {
    product_id,
    kind: 'opening' as const,
    date: at.date,
    quantity,
    value,
    document_id: null,
    line_number: null,
  }
  await writeMoves(context, stock, [move], entry)
}

function worthOf({ session }: Context, { quantity, unit_cost }: Row): Decimal {
  return round(decimal(quantity).times(unit_cost), session.organization.decimals)
}

async function store({ db }: Context, wanted: readonly (Row & { value: Decimal })[]): Promise<void> {
  await db.deleteFrom('opening_stock').execute()
  const rows = wanted.map(({ product_id, quantity, unit_cost, value }) => ({
    product_id,
    quantity,
    unit_cost,
    value: text(value),
  }))
  if (rows.length > 0) await db.insertInto('opening_stock').values(rows).execute()
}

const storedStock = ({ db }: Context) => db.selectFrom('opening_stock').selectAll().orderBy('product_id').execute()

async function requireStocked({ db }: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const found = await db
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select(['products.id', 'products.unlimited_quantity', 'product_types.key as type'])
    .where(
      'products.id',
      'in',
      rows.map((row) => row.product_id),
    )
    .execute()
  const products = new Map(found.map((row) => [row.id, row]))
  const errors: Record<string, { code: string }> = {}
  for (const [index, { product_id }] of rows.entries()) {
    const product = products.get(product_id)
    const type = product?.type === 'service' ? 'service' : 'product'
    const twice = rows.findIndex((row) => row.product_id === product_id) < index
    if (!product) errors[`stock.${index}.product_id`] = { code: 'unknown_reference' }
    else if (twice) errors[`stock.${index}.product_id`] = { code: 'stock_counted_twice' }
    else if (!isStocked({ ...product, type })) errors[`stock.${index}.product_id`] = { code: 'not_stocked' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
