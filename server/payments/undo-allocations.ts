import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { type LockedDocument, settleDocument } from './settle.ts'

/** The allocations of a payment that still stand, oldest first. */
export function standingAllocations({ db }: Context, paymentId: number) {
  return db
    .selectFrom('allocations')
    .leftJoin('allocations as undo', (join) => join.onRef('undo.undoes_id', '=', 'allocations.id'))
    .selectAll('allocations')
    .where('allocations.payment_id', '=', paymentId)
    .where('allocations.undoes_id', 'is', null)
    .where('undo.id', 'is', null)
    .orderBy('allocations.id')
    .execute()
}

/** Takes every standing allocation back by its negative; the documents' statuses fall back with them. */
export async function undoAllocations(
  context: Context,
  side: Side,
  standing: Awaited<ReturnType<typeof standingAllocations>>,
  documents: Map<number, LockedDocument>,
  reversals: ReadonlyMap<number, number>,
): Promise<void> {
  if (standing.length === 0) return
  const negative = (amount: string) => text(decimal(amount).neg())
  await context.db
    .insertInto('allocations')
    .values(
      standing.map((row) => ({
        document_id: row.document_id,
        payment_id: row.payment_id,
        payment_revision: row.payment_revision,
        allocation_date: row.allocation_date,
        amount: negative(row.amount),
        relief_base: negative(row.relief_base),
        source_base: negative(row.source_base),
        difference_base: negative(row.difference_base),
        entry_id: reversals.get(row.entry_id) ?? row.entry_id,
        undoes_id: row.id,
      })),
    )
    .execute()
  for (const row of standing) {
    await settleDocument(
      context,
      side,
      documents.get(row.document_id) as LockedDocument,
      negative(row.amount),
      negative(row.relief_base),
    )
  }
}
