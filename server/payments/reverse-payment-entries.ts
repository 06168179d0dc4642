import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { loadForReversal, postReversal } from '#server/journal/posting/reverse-entry.ts'
import { lockPayment, type StoredPayment } from './lock-payment.ts'
import {
  type Applied,
  allocationsToReverse,
  appliedUnderLock,
  type Posted,
  reversalEntryOf,
  undoAllocations,
} from './reverse-allocations.ts'
import { type LockedDocument, lockDocuments } from './settle.ts'
import { type SmallGiven, smallGivenUp, takeBackSmall } from './small-difference.ts'

export type LiveEntries = Awaited<ReturnType<typeof activeEntries>>

/**
 * Reverses the entries of a payment, each on its own date, or on the requested date if that is later: nothing is
 * reversed before it happened. Its allocations are reversed with it. The writes are sent without waiting; the documents
 * are up to date at once.
 */
export async function reversePaymentEntries(
  context: Context,
  side: Side,
  { stored, live, standing, between, documents, small }: Taken,
  period: Period,
  said: { date?: string; reason?: string } = {},
): Promise<void> {
  if (decimal(stored.refunded).gt(0)) throw new Refusal('has_refunds')
  const first = said.date ?? stored.payment_date
  const dayOf = (own: string) => (own > first ? own : first)
  const periodOf = (day: string) =>
    day === first ? period : lockPeriod(context, day, said.date ? 'date' : 'payment_date', side.name)
  await takeBackSmall(context, side, small, documents, (own) => ({ date: dayOf(own), period: periodOf(dayOf(own)) }))
  const [ids, ...reversed] = await Promise.all([
    nextIdsOf(context, live.length),
    ...live.map((entry) => Promise.all([periodOf(dayOf(entry.entry_date)), loadForReversal(context, entry.id)])),
  ])
  const reversals = new Map<number, number>()
  for (const [index, [own, entry]] of reversed.entries()) {
    const id = ids[index]?.entry_id as number
    if (entry.entry.lines.length > 0) reversals.set(entry.entryId, id)
    sendWrites(
      context.db,
      postReversal(context, own, entry, stored.revision, { ...said, id, date: dayOf(entry.head.entry_date) }),
    )
  }
  const undoneBy = (row: Posted) => ({ entry_id: reversalEntryOf(reversals, row), date: dayOf(row.allocation_date) })
  sendWrites(
    context.db,
    undoAllocations(context, side, standing, documents, undoneBy),
    allocationsToReverse(context, between, undoneBy),
  )
}

/** A payment under its locks: its active entries, its allocations, and their documents. */
export type Taken = Applied & {
  stored: StoredPayment
  live: LiveEntries
  documents: Map<number, LockedDocument>
  small: SmallGiven
}

/**
 * Locks the documents (those it settles and others), then the payment, and reads what will be reversed, all sent at
 * once.
 */
export async function lockForReversal(
  context: Context,
  side: Side,
  id: number,
  { documentIds, date, version }: { documentIds: readonly number[]; date: string; version: number | undefined },
): Promise<Taken> {
  const locking = lockDocuments(context, documentIds)
  const [documents, stored, applied, live, small] = await Promise.all([
    locking,
    lockPayment(context, side, id, version),
    appliedUnderLock(context, id, locking),
    activeEntries(context, side.payment, id),
    side.name === 'sales' ? smallGivenUp(context, id) : [],
  ])
  requireUnmovedDate(date, stored.payment_date)
  return { documents, stored, live, small, ...applied }
}

/** The entries of a payment or a note that no reversal has cancelled yet. */
export function activeEntries({ db }: Context, source: string, id: number) {
  return db
    .selectFrom('journal_entries as entry')
    .leftJoin('journal_entries as reversal', (join) => join.onRef('reversal.reverses_id', '=', 'entry.id'))
    .select(['entry.id', 'entry.entry_date'])
    .where('entry.source', '=', source)
    .where('entry.source_id', '=', id)
    .where('entry.reverses_id', 'is', null)
    .where('reversal.id', 'is', null)
    .orderBy('entry.id')
    .execute()
}
