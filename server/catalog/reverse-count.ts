import { sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { type Ids, nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { loadForReversal, postReversal } from '#server/journal/posting/reverse-entry.ts'
import { lockStock, type StockState, writeMoves } from './move-stock.ts'
import { refuseNegativeStock } from './negative-stock.ts'
import { unstockedOf } from './unstocked-products.ts'

export type StoredCount = Awaited<ReturnType<typeof lockCount>>

/** The count's row, locked, after the version was compared with what the editor had in hand. */
export async function lockCount({ db }: Context, id: number, version: number | undefined) {
  const row = await db.selectFrom('stock_counts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  return row
}

/** Reverses the moves of a count on its own date. Refused if its surplus was issued later (accounting rule B4.4). */
export async function undoCount(
  context: Context,
  period: Period,
  stored: StoredCount,
  stock: Map<number, StockState>,
): Promise<void> {
  const [standing, reversed, [mirror]] = await Promise.all([
    standingMoves(context, stored.id),
    stored.entry_id === null ? null : loadForReversal(context, stored.entry_id),
    nextIdsOf(context, 1) as Promise<[Ids]>,
  ])
  const mirrors = standing.map((move) => ({
    product_id: move.product_id,
    kind: 'reversal' as const,
    date: stored.count_date,
    quantity: decimal(move.quantity).neg(),
    value: decimal(move.value).neg(),
    document_id: null,
    line_number: null,
    stock_count_id: stored.id,
  }))
  await refuseNegativeStock(context, mirrors, 'count_moved_on')
  // A product became unlimited after a count to zero (V54): that count cannot be voided while the product is not
  // stocked.
  const unstocked = await unstockedOf(
    context,
    mirrors.map((move) => move.product_id),
  )
  if (unstocked.length > 0) throw new Refusal('count_of_unstocked', { field: 'status' })
  const entry = reversed && reversed.entry.lines.length > 0 ? mirror.entry_id : null
  if (reversed)
    sendWrites(context.db, postReversal(context, period, reversed, stored.revision, { id: mirror.entry_id }))
  sendWrites(context.db, writeMoves(context, stock, mirrors, entry))
}

/** The net of the count's own moves by product: moves reversed by a correction sum to zero. */
async function standingMoves({ db }: Context, countId: number) {
  return db
    .selectFrom('stock_moves')
    .select(['product_id', sql<string>`sum(quantity)`.as('quantity'), sql<string>`sum(value)`.as('value')])
    .where('stock_count_id', '=', countId)
    .groupBy('product_id')
    .having(sql<boolean>`sum(quantity) <> 0 OR sum(value) <> 0`)
    .orderBy('product_id')
    .execute()
}

/** Voids a count: its differences are reversed, its number is not reused. */
export async function voidCount(context: Context, id: number): Promise<void> {
  const { db, services } = context
  const glance = await db.selectFrom('stock_counts').select('count_date').where('id', '=', id).executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  const [period, stored, moves] = await Promise.all([
    lockPeriod(context, glance.count_date, 'count_date', 'stock'),
    lockCount(context, id, undefined),
    standingMoves(context, id),
  ])
  requireUnmovedDate(glance.count_date, stored.count_date)
  const products = moves.map((move) => move.product_id)
  await undoCount(context, period, stored, await lockStock(context, products))
  const end = { state: 'void', voided_at: services.clock.now(), version: sql<number>`version + 1` }
  sendWrites(db, db.updateTable('stock_counts').set(end).where('id', '=', id).execute())
}
