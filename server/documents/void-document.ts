import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { writeOffUnstocked } from '#server/catalog/count-product.ts'
import { lockStockOf, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseNegativeStock } from '#server/catalog/negative-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { cancelAll, deferralsOf } from '#server/deferrals/cancel-deferrals.ts'
import { lockPeriod, requireUnmovedDate } from '#server/journal/periods.ts'
import { type Ids, nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { loadForReversal, postReversal } from '#server/journal/posting/reverse-entry.ts'
import { releaseDeductions } from './advances/advance-deductions.ts'
import { lockDocument, requireFree, type StoredDocument } from './lock-document.ts'
import { movedProducts, reversalMoves } from './stock/reversal-moves.ts'
import { takeBackRests } from './stock-rest.ts'

/** The delete action: a draft is deleted, a posted document is voided by reversal and keeps its number (B5). */
export async function removeDocument(context: Context, side: Side, id: number): Promise<void> {
  const glance = await context.db
    .selectFrom('documents')
    .select(['document_date', 'state'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  if (glance.state !== 'posted') return removeDraft(context, side, id)
  const [period, stored] = await Promise.all([
    lockPeriod(context, glance.document_date, side.dateField, side.name),
    lockDocument(context, side.document, id, undefined),
  ])
  requireUnmovedDate(glance.document_date, stored.document_date)
  await requireFree(context, stored)
  const [stock, undone, reversed, [mirror], deferrals] = await Promise.all([
    lockStockOf(context, id),
    reversalMoves(context, stored),
    stored.entry_id === null ? null : loadForReversal(context, stored.entry_id),
    nextIdsOf(context, 1) as Promise<[Ids]>,
    deferralsOf(context, id),
  ])
  await cancelAll(context, deferrals)
  await refuseNegativeStock(context, undone.moves)
  const reversal = reversed && reversed.entry.lines.length > 0 ? mirror.entry_id : null
  if (reversed)
    sendWrites(context.db, postReversal(context, period, reversed, stored.revision, { id: mirror.entry_id }))
  await releaseDeductions(context, stored, reversal)
  await takeBackRests(context, side, stored, undone.moves)
  sendWrites(context.db, writeMoves(context, stock, undone.moves, reversal), markVoid(context, stored))
  await writeOffUnstocked(context, movedProducts(undone))
}

async function removeDraft(context: Context, side: Side, id: number): Promise<void> {
  const stored = await lockDocument(context, side.document, id, undefined)
  if (stored.state === 'void') throw new Refusal('document_void', { field: 'status' })
  // Another user confirmed it since it was read.
  if (stored.state !== 'draft') throw new Refusal('conflict_retry')
  await context.db.deleteFrom('documents').where('id', '=', id).execute()
}

async function markVoid({ db, services }: Context, stored: StoredDocument): Promise<void> {
  await db
    .updateTable('documents')
    .set({ state: 'void', status: 'void', voided_at: services.clock.now(), version: sql`version + 1` })
    .where('id', '=', stored.id)
    .execute()
}
