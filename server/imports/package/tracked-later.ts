import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CellRow, Made } from '../kinds/import-kind.ts'

type Waiting = { id: number; tracking: string; tracks_expiry: boolean }
/** New products whose history may begin before they were tracked, by code. */
export type TrackedLater = Map<string, Waiting>

/** New products are tracked from their first row with lots on, as they were in the organization that they come from: rows before have none. */
export async function untrackedAtFirst({ db }: Context, made: readonly Made[]): Promise<TrackedLater> {
  const own = made.flatMap(({ resource, id, before }) => (resource === 'product' && before === null ? [id] : []))
  const tracked = (
    await db.selectFrom('products').select(['id', 'code', 'tracking', 'tracks_expiry']).execute()
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

/** Tracks the others, once everything is written. Goods without lots are not on hand then. */
export async function beginAll(context: Context, later: TrackedLater): Promise<void> {
  for (const waiting of later.values()) {
    const { quantity, last_sequence } = await stockOf(context, waiting)
    if (decimal(quantity).gt(0))
      throw new Refusal('tracking_of_stock', { field: 'tracking', params: { quantity: text(decimal(quantity)) } })
    await track(context, waiting, last_sequence)
  }
}

const stockOf = async ({ db }: Context, { id }: Waiting) =>
  (await db
    .selectFrom('stock_items')
    .select(['quantity', 'last_sequence'])
    .where('product_id', '=', id)
    .executeTakeFirst()) ?? { quantity: '0', last_sequence: 0 }

const track = ({ db }: Context, { id, ...tracking }: Waiting, tracked_after: number) =>
  db
    .updateTable('products')
    .set({ ...tracking, tracked_after })
    .where('id', '=', id)
    .execute()
