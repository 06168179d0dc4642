import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'
import { type LockedDocument, settleDocuments } from './settle.ts'

/** Writes allocations with the entries that posted them, and the new settlement of the documents. */
export async function writeAllocations(
  context: Context,
  side: Side,
  source: AllocationSource & { payment_revision: number },
  allocations: readonly Allocation[],
  documents: Map<number, LockedDocument>,
  entryOf: (row: Allocation) => number | null,
): Promise<void> {
  if (allocations.length === 0) return
  const written = context.db
    .insertInto('allocations')
    .values(
      allocations.map((row) => ({
        ...source,
        document_id: row.document_id,
        allocation_date: row.allocation_date,
        amount: text(row.amount),
        carrying_base: text(row.carrying_base),
        source_base: text(row.source_base),
        fx_difference_base: text(row.fx_base),
        entry_id: entryOf(row),
      })),
    )
    .execute()
  const settlements = allocations.map((row) => ({
    document: documents.get(row.document_id) as LockedDocument,
    amount: text(row.amount),
    carrying_base: text(row.carrying_base),
    date: row.allocation_date,
  }))
  await Promise.all([written, settleDocuments(context, side, settlements)])
}
