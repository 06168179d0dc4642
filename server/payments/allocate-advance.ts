import type { Side } from '#contract/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { sum } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import { ledgerSides } from '#server/journal/ledger-side.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { type AdvanceAt, settleFacts } from './advance.ts'
import { allocateReferences, lockDocuments, type Reference } from './settle.ts'
import { writeAllocations } from './write-allocations.ts'

type Ask = { references: readonly Reference[]; date?: string | null | undefined; version?: number | undefined }

/**
 * Applies what is left of an advance to open documents (V10, V15), on the later of its own day and the document's, or
 * on a later day that was asked for. One entry for each such day.
 */
export async function allocateAdvance(context: Context, side: Side, at: AdvanceAt, ask: Ask): Promise<void> {
  const dayOf = (documentDate: string) =>
    [at.date, documentDate, ask.date ?? ''].reduce((latest, date) => (date > latest ? date : latest))
  if (ask.date && ask.date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const glimpsed = await datesOf(context, ask.references)
  const periods = new Map<string, Period>()
  for (const date of [...new Set(glimpsed.map((row) => dayOf(row.document_date)))].sort())
    periods.set(date, await lockPeriod(context, date, 'date', side.name))
  const documents = await lockDocuments(context, [
    ...at.documentIds,
    ...ask.references.map((reference) => reference.reference_id),
  ])
  const advance = await at.lock(ask.version)
  const { allocations } = allocateReferences(side, advance.open, advance.party_id, documents, ask.references)
  const facts = settleFacts(context, advance)
  const days = Map.groupBy(allocations, (row) => dayOf(documents.get(row.document_id)?.date ?? at.date))
  for (const [date, rows] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const period = periods.get(date)
    // A correction moved the document to another day between the glimpse and the lock.
    if (!period) throw new Refusal('conflict_retry')
    const entry = advanceAllocationEntry(ledgerSides[side.name], facts, rows)
    const entryId = await post(context, period, { ...advance.journal, date, kind: 'allocation' }, entry)
    const dated = rows.map((row): Allocation => ({ ...row, allocation_date: date }))
    const source = { ...advance.source, payment_revision: advance.journal.source_revision }
    await writeAllocations(context, side, source, dated, documents, () => entryId)
  }
  await advance.use(
    'allocated',
    sum(allocations.map((row) => row.amount)),
    sum(allocations.map((row) => row.source_base)),
  )
}

function datesOf({ db }: Context, references: readonly Reference[]) {
  const ids = references.map((reference) => reference.reference_id)
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('documents').select(['id', 'document_date']).where('id', 'in', ids).execute()
}
