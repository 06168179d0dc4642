import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { reverse } from '#ledger/entry.ts'
import { decimal, sum } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { type AllocationSource, activeAllocations, type Standing, undoAllocations } from '../reverse-allocations.ts'
import { type LockedDocument, lockDocuments } from '../settle.ts'
import { smallGivenUp, takeBackSmall } from '../small-difference.ts'
import { type AdvanceRef, settleFacts } from './advance.ts'
import { lockPeriods } from './allocate-advance.ts'

type Ask = { reference_id: number; date?: string | null | undefined; version?: number | undefined }

/**
 * Reverses the allocation to one document: it is open again, and the amount is back in the advance account, where it
 * can be allocated elsewhere or refunded. On the date of the allocation unless a later one is requested.
 */
export async function unallocate(
  context: Context,
  side: Side,
  at: AdvanceRef,
  source: AllocationSource,
  ask: Ask,
): Promise<void> {
  const dayOf = (row: Standing[number]) => (ask.date && ask.date > row.allocation_date ? ask.date : row.allocation_date)
  if (ask.date && ask.date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const glimpsed = await standingFor(context, source, ask.reference_id)
  const dates = [...new Set(glimpsed.map(dayOf))].sort()
  const [periods, documents, advance, standing, ids, accounts] = await Promise.all([
    lockPeriods(context, side, dates),
    lockDocuments(context, [...at.documentIds, ask.reference_id]),
    at.lock(ask.version),
    standingFor(context, source, ask.reference_id),
    nextIdsOf(context, dates.length),
    loadAccounts(context),
  ])
  if ('payment_id' in source) await takeBackGiven(context, side, source.payment_id, ask, periods, documents)
  const facts = settleFacts(context, advance)
  const entries = new Map<string, number | null>()
  for (const [date, rows] of Map.groupBy(standing, dayOf)) {
    const period = periods.get(date)
    if (!period) throw new Refusal('conflict_retry')
    const entry = advanceAllocationEntry(
      ledgerSides[side.name],
      facts,
      rows.map((row) => allocationOf(row, documents)),
    )
    const id = ids[dates.indexOf(date)]?.entry_id as number
    entries.set(date, entry.lines.length > 0 ? id : null)
    const head = { ...advance.journal, id, date, kind: 'allocation' } as const
    sendWrites(context.db, post(context, period, head, reverse(entry), accounts))
  }
  const undoneBy = (row: Standing[number]) => ({ entry_id: entries.get(dayOf(row)) ?? null, date: dayOf(row) })
  sendWrites(context.db, undoAllocations(context, side, standing, documents, undoneBy))
  const total = (figures: readonly string[]) => sum(figures).neg()
  const [amount, base] = [total(standing.map((row) => row.amount)), total(standing.map((row) => row.source_base))]
  sendWrites(context.db, advance.use('allocated', amount, base, dates.at(-1)))
}

/** A write-off of the document that came with the receipt is reversed too. */
async function takeBackGiven(
  context: Context,
  side: Side,
  payment: number,
  { reference_id, date }: Ask,
  periods: ReadonlyMap<string, Period>,
  documents: Map<number, LockedDocument>,
): Promise<void> {
  const given = (await smallGivenUp(context, payment)).filter((row) => row.document_id === reference_id)
  await takeBackSmall(context, side, given, documents, (own) => {
    const day = date && date > own ? date : own
    return { date: day, period: periods.get(day) ?? lockPeriod(context, day, 'date', side.name) }
  })
}

async function standingFor(context: Context, source: AllocationSource, documentId: number): Promise<Standing> {
  const rows = (await activeAllocations(context, source)).filter((row) => row.document_id === documentId)
  if (rows.length === 0) throw new Refusal('not_allocated', { field: 'reference_id' })
  return rows
}

/** A stored allocation in the terms of the ledger. */
function allocationOf(row: Standing[number], documents: Map<number, LockedDocument>): Allocation {
  return {
    document_id: row.document_id,
    branch_id: (documents.get(row.document_id) as LockedDocument).branch_id,
    amount: decimal(row.amount),
    carrying_base: decimal(row.carrying_base),
    source_base: decimal(row.source_base),
    fx_base: decimal(row.fx_difference_base),
    allocation_date: row.allocation_date,
    waits: false,
  }
}
