import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { lockStock, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseSpentStock } from '#server/catalog/spent-stock.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/reverse-entry.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { releaseDeductions } from './advance-deductions.ts'
import { lockDocument, requireUnlocked, type StoredDocument } from './lock-document.ts'
import { undoneMoves } from './undone-moves.ts'

/** The delete icon: a draft goes for good, a posted document is voided by reversal and keeps its number (B5). */
export async function removeDocument(context: Context, side: Side, id: number): Promise<void> {
  const glance = await context.db
    .selectFrom('documents')
    .select(['document_date', 'state'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  if (glance.state !== 'posted') return removeDraft(context, side, id)
  const period = await lockPeriod(context, glance.document_date, side.dateField, side.name)
  const stored = await lockDocument(context, side, id, undefined)
  requireUnlocked(stored, context)
  const undone = await undoneMoves(context, stored)
  const stock = await lockStock(
    context,
    undone.moves.map((move) => move.product_id),
  )
  await refuseSpentStock(context, undone.moves)
  const reversal =
    stored.entry_id === null ? null : await reverseEntry(context, period, stored.entry_id, stored.revision)
  await releaseDeductions(context, stored, reversal)
  await writeMoves(context, stock, undone.moves, reversal)
  await markVoid(context, stored)
}

async function removeDraft(context: Context, side: Side, id: number): Promise<void> {
  const stored = await lockDocument(context, side, id, undefined)
  if (stored.state === 'void') throw new Refusal('document_void', { field: 'status' })
  await context.db.deleteFrom('documents').where('id', '=', id).execute()
}

async function markVoid({ db, services }: Context, stored: StoredDocument): Promise<void> {
  await db
    .updateTable('documents')
    .set({ state: 'void', status: 'void', voided_at: services.clock.now(), version: sql`version + 1` })
    .where('id', '=', stored.id)
    .execute()
}
