import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { sum } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { requireAvailableOn } from '../availability-over-time.ts'
import { allocateReferences, lockDocuments, type Reference } from '../settle.ts'
import { writeAllocations } from '../write-allocations.ts'
import { type AdvanceRef, settleFacts } from './advance.ts'

type Ask = { references: readonly Reference[]; date?: string | null | undefined; version?: number | undefined }

/**
 * Allocates the unused amount of an advance to open documents (V10, V15), on the later of its own date and the
 * document's, or on a later date that was requested. One entry per date.
 */
export async function allocateAdvance(context: Context, side: Side, at: AdvanceRef, ask: Ask): Promise<void> {
  const dayOf = (documentDate: string) =>
    [at.date, documentDate, ask.date ?? ''].reduce((latest, date) => (date > latest ? date : latest))
  if (ask.date && ask.date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const glimpsed = await datesOf(context, ask.references)
  const dates = [...new Set(glimpsed.map((row) => dayOf(row.document_date)))].sort()
  const documentIds = [...at.documentIds, ...ask.references.map((reference) => reference.reference_id)]
  const [periods, documents, advance, ids, accounts] = await Promise.all([
    lockPeriods(context, side, dates),
    lockDocuments(context, documentIds),
    at.lock(ask.version),
    nextIdsOf(context, dates.length),
    loadAccounts(context),
  ])
  requireCurrencyPrecision(accounts, advance.open.currency_id, amountsOf('references', ask.references))
  const { allocations } = allocateReferences(side, advance.open, advance.party_id, documents, ask.references)
  const dayIn = (row: Allocation) => dayOf(documents.get(row.document_id)?.date ?? at.date)
  const rows = allocations.map((row) => ({ ...row, day: dayIn(row), document: documents.get(row.document_id) }))
  await requireAvailableOn(context, { field: 'date', advance, rows })
  const facts = settleFacts(context, advance)
  const days = Map.groupBy(allocations, dayIn)
  for (const [index, [date, rows]] of [...days].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    const period = periods.get(date)
    // A correction moved the document to another date between the first look and the lock.
    if (!period) throw new Refusal('conflict_retry')
    const entry = advanceAllocationEntry(ledgerSides[side.name], facts, rows)
    const id = ids[index]?.entry_id as number
    const head = { ...advance.journal, id, date, kind: 'allocation' } as const
    sendWrites(context.db, post(context, period, head, entry, accounts))
    const dated = rows.map((row): Allocation => ({ ...row, allocation_date: date }))
    const source = { ...advance.source, payment_revision: advance.journal.source_revision }
    const entryId = entry.lines.length > 0 ? id : null
    sendWrites(
      context.db,
      writeAllocations(context, side, source, dated, documents, () => entryId),
    )
  }
  sendWrites(
    context.db,
    advance.use('allocated', sum(allocations.map((row) => row.amount)), sum(allocations.map((row) => row.source_base))),
  )
}

/** The years of these dates, locked in their order, all sent at once. */
export async function lockPeriods(
  context: Context,
  side: Side,
  dates: readonly string[],
): Promise<Map<string, Period>> {
  const periods = await Promise.all(dates.map((date) => lockPeriod(context, date, 'date', side.name)))
  return new Map(dates.map((date, index) => [date, periods[index] as Period]))
}

function datesOf({ db }: Context, references: readonly Reference[]) {
  const ids = references.map((reference) => reference.reference_id)
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('documents').select(['id', 'document_date']).where('id', 'in', ids).execute()
}
