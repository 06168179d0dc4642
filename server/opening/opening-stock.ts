import { reverse } from '#ledger/entry.ts'
import { type Decimal, decimal, round, text } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import { isStocked, productType } from '#ledger/posting/product-account.ts'
import { lockStock, type StockMove, type StockState, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseNegativeStock } from '#server/catalog/negative-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { type Posting, postAll } from '#server/journal/posting/post.ts'
import { type Before, hasChangedDateOrBranch, type Opening, type OpeningInput } from './opening-changes.ts'

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
  const stored = new Map((await storedStock(context)).map((row) => [row.product_id, row]))
  await requireStocked(context, rows, stored)
  const stock = await lockStock(context, [...stored.keys(), ...rows.map((row) => row.product_id)])
  const wanted = rows.map((row, index) => ({ ...row, value: worthOf(context, row), field: `stock.${index}.quantity` }))
  const moved = hasChangedDateOrBranch(now, before)
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
  await postChanges(context, stock, changes)
  await store(context, wanted)
}

/** Every change is checked on what those before it leave; then all of them are written in two statements. */
async function postChanges(
  context: Context,
  stock: Map<number, StockState>,
  changes: readonly Change[],
): Promise<void> {
  const real = changes.filter(({ quantity, value }) => !quantity.eq(0) || !value.eq(0))
  const [ids, accounts] = await Promise.all([nextIdsOf(context, real.length), loadAccounts(context)])
  const planned = new Map([...stock].map(([id, { quantity, value }]) => [id, { quantity, value }]))
  const moves: StockMove[] = []
  const postings: Posting[] = []
  for (const [index, change] of real.entries()) {
    const { product_id, quantity, value, at } = change
    const state = planned.get(product_id) as { quantity: Decimal; value: Decimal }
    const left = { quantity: state.quantity.plus(quantity), value: state.value.plus(value) }
    const sound = left.quantity.gte(0) && left.value.gte(0) && (left.quantity.gt(0) || left.value.eq(0))
    if (!sound) throw new Refusal('opening_moved_on', { field: change.field })
    const own = moves.filter((move) => move.product_id === product_id)
    await refuseNegativeStock(
      context,
      [...own, { product_id, date: at.date, quantity, value }],
      'opening_moved_on',
      change.field,
    )
    planned.set(product_id, left)
    const { entry_id } = ids[index] as (typeof ids)[number]
    postings.push({ period: at.period, head: headOf(change, entry_id), entry: entryOf(change) })
    const place = { document_id: null, line_number: null, entry_id: value.eq(0) ? null : entry_id }
    moves.push({ ...place, product_id, kind: 'opening', date: at.date, quantity, value })
  }
  await postAll(context, postings, accounts)
  await writeMoves(context, stock, moves, null)
}

const headOf = ({ product_id, at, revision }: Change, id: number): Posting['head'] => ({
  ...{ id, date: at.date, source: 'opening_stock', source_id: product_id, source_revision: revision },
  kind: 'opening',
})

function entryOf({ product_id, value, at }: Change) {
  const cost = openingStockEntry({ branch_id: at.branch_id, product_id, cost: value.abs() })
  return value.lt(0) ? reverse(cost) : cost
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

/** Existing opening stock stays, even if its product is no longer stocked. */
async function requireStocked({ db }: Context, rows: readonly Row[], stored: ReadonlyMap<number, Row>): Promise<void> {
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
  for (const [index, row] of rows.entries()) {
    const { product_id } = row
    const product = products.get(product_id)
    const type = productType(product?.type)
    const twice = rows.findIndex((other) => other.product_id === product_id) < index
    if (!product) errors[`stock.${index}.product_id`] = { code: 'unknown_reference' }
    else if (twice) errors[`stock.${index}.product_id`] = { code: 'stock_counted_twice' }
    else if (!isStocked({ ...product, type }) && !isSame(stored.get(product_id), row))
      errors[`stock.${index}.product_id`] = { code: 'not_stocked' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

const isSame = (old: Row | undefined, row: Row): boolean =>
  old !== undefined && decimal(old.quantity).eq(row.quantity) && decimal(old.unit_cost).eq(row.unit_cost)
