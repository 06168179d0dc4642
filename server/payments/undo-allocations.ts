import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { type LockedDocument, settleDocuments } from './settle.ts'

/** What an allocation came from: a payment, a note, a write-off or a set-off. */
export type AllocationSource =
  | { payment_id: number }
  | { note_id: number }
  | { write_off_id: number }
  | { set_off_id: number }

/** The allocations of a source that still stand, oldest first. */
export function standingAllocations({ db }: Context, source: AllocationSource) {
  const [[column, id]] = Object.entries(source) as [['payment_id' | 'note_id' | 'write_off_id' | 'set_off_id', number]]
  return db
    .selectFrom('allocations')
    .leftJoin('allocations as undo', (join) => join.onRef('undo.undoes_id', '=', 'allocations.id'))
    .selectAll('allocations')
    .where(`allocations.${column}`, '=', id)
    .where('allocations.undoes_id', 'is', null)
    .where('undo.id', 'is', null)
    .orderBy('allocations.id')
    .execute()
}

/** A payment's, read again once it is locked: somebody may have applied or taken back since the documents were chosen. */
export async function standingUnderLock(
  context: Context,
  payment_id: number,
  locking: Promise<ReadonlyMap<number, LockedDocument>>,
): Promise<Standing> {
  const [documents, standing] = await Promise.all([locking, standingAllocations(context, { payment_id })])
  if (standing.some((row) => !documents.has(row.document_id))) throw new Refusal('conflict_retry')
  return standing
}

/** The reversal of what posted an allocation; what is worth nothing had no entry. */
export const undoneIn = (reversals: ReadonlyMap<number, number>, { entry_id }: Standing[number]): number | null =>
  entry_id === null ? null : (reversals.get(entry_id) ?? entry_id)

export type Standing = Awaited<ReturnType<typeof standingAllocations>>

/**
 * Takes allocations back by their negatives; the documents' statuses fall back with them, sent without waiting for anything.
 * `undoneBy` says when and where.
 */
export async function undoAllocations(
  context: Context,
  side: Side,
  standing: Standing,
  documents: Map<number, LockedDocument>,
  undoneBy: (row: Standing[number]) => { entry_id: number | null; date: string },
): Promise<void> {
  if (standing.length === 0) return
  const negative = (amount: string) => text(decimal(amount).neg())
  const undone = context.db
    .insertInto('allocations')
    .values(
      standing.map((row) => ({
        document_id: row.document_id,
        payment_id: row.payment_id,
        note_id: row.note_id,
        write_off_id: row.write_off_id,
        advance_id: row.advance_id,
        set_off_id: row.set_off_id,
        payment_revision: row.payment_revision,
        allocation_date: undoneBy(row).date,
        amount: negative(row.amount),
        relief_base: negative(row.relief_base),
        source_base: negative(row.source_base),
        difference_base: negative(row.difference_base),
        entry_id: undoneBy(row).entry_id,
        undoes_id: row.id,
      })),
    )
    .execute()
  const settlements = standing.map((row) => ({
    document: documents.get(row.document_id) as LockedDocument,
    amount: negative(row.amount),
    relief_base: negative(row.relief_base),
    date: undoneBy(row).date,
  }))
  await Promise.all([undone, settleDocuments(context, side, settlements)])
}
