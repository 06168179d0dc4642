import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CellRow, Made } from '../kinds/import-kind.ts'

type Waiting = { id: number; name: string; tracking: string; tracks_expiry: boolean }
/** New products whose history may begin before they were tracked, by code. */
export type TrackedLater = Map<string, Waiting>

/** New products are tracked from their first row with lots on, as they were in the organization that they come from: rows before have none. */
export async function untrackedAtFirst({ db }: Context, made: readonly Made[]): Promise<TrackedLater> {
  const own = made.flatMap(({ resource, id, before }) => (resource === 'product' && before === null ? [id] : []))
  const tracked = (
    await db.selectFrom('products').select(['id', 'code', 'name', 'tracking', 'tracks_expiry']).execute()
  ).filter(({ id, tracking }) => tracking !== 'none' && own.includes(id))
  for (const { id } of tracked)
    await db.updateTable('products').set({ tracking: 'none', tracks_expiry: false }).where('id', '=', id).execute()
  return new Map(tracked.map(({ code, ...row }) => [code, row]))
}

/** Tracks the products whose lots rows state, where nothing is on hand. Where something is, the rows are refused, and tried again later. */
export async function beginTracking(context: Context, later: TrackedLater, rows: readonly CellRow[]): Promise<void> {
  for (const { cells } of rows) {
    const code = cells.product_id ?? ''
    const waiting = cells.lots ? later.get(code) : undefined
    if (!waiting) continue
    const { quantity, last_sequence } = await stockOf(context, waiting)
    if (decimal(quantity).gt(0)) continue
    await track(context, waiting, last_sequence)
    later.delete(code)
  }
}

/** Refuses the whole package where all rows that are left name lots of products with other goods on hand. Such a product is not tracked yet. */
export async function refuseWithoutLots(
  context: Context,
  later: TrackedLater,
  left: readonly (readonly CellRow[])[],
): Promise<void> {
  const waiting = left.map((rows) =>
    rows.flatMap(({ cells }) => (cells.lots && later.get(cells.product_id ?? '')) || []),
  )
  if (waiting.length > 0 && waiting.every((own) => own.length > 0)) await refuseOnHand(context, waiting.flat())
}

/** Tracks the others, once everything is written. Goods without lots are not on hand then. */
export async function beginAll(context: Context, later: TrackedLater): Promise<void> {
  await refuseOnHand(context, [...later.values()])
  for (const waiting of later.values()) await track(context, waiting, (await stockOf(context, waiting)).last_sequence)
}

async function refuseOnHand(context: Context, products: readonly Waiting[]): Promise<void> {
  for (const product of products) {
    const { quantity } = await stockOf(context, product)
    if (decimal(quantity).lte(0)) continue
    const params = { product: product.name, quantity: text(decimal(quantity)) }
    throw new Refusal('package_without_lots', { field: 'import_file', params })
  }
}

const stockOf = async ({ db }: Context, { id }: Waiting) =>
  (await db
    .selectFrom('stock_items')
    .select(['quantity', 'last_sequence'])
    .where('product_id', '=', id)
    .executeTakeFirst()) ?? { quantity: '0', last_sequence: 0 }

const track = ({ db }: Context, { id, tracking, tracks_expiry }: Waiting, tracked_after: number) =>
  db.updateTable('products').set({ tracking, tracks_expiry, tracked_after }).where('id', '=', id).execute()
