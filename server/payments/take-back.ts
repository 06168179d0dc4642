import type { Side } from '#contract/sides.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/reverse-entry.ts'
import type { Context } from '#server/kit/context.ts'
import type { StoredPayment } from './save-payment.ts'
import type { LockedDocument } from './settle.ts'
import { type standingAllocations, undoAllocations } from './undo-allocations.ts'

type Standing = Awaited<ReturnType<typeof standingAllocations>>

/** Reverses what a payment posted, each entry on its own date, and takes its allocations back. */
export async function takeBack(
  context: Context,
  side: Side,
  stored: StoredPayment,
  period: Period,
  standing: Standing,
  documents: Map<number, LockedDocument>,
): Promise<void> {
  const reversals = new Map<number, number>()
  for (const entry of await liveEntries(context, side, stored.id)) {
    const own =
      entry.entry_date === stored.payment_date
        ? period
        : await lockPeriod(context, entry.entry_date, 'payment_date', side.name)
    const reversal = await reverseEntry(context, own, entry.id, stored.revision)
    if (reversal !== null) reversals.set(entry.id, reversal)
  }
  await undoAllocations(context, side, standing, documents, reversals)
}

/** The payment's entries that no reversal has undone yet. */
function liveEntries({ db }: Context, side: Side, paymentId: number) {
  return db
    .selectFrom('journal_entries as entry')
    .leftJoin('journal_entries as reversal', (join) => join.onRef('reversal.reverses_id', '=', 'entry.id'))
    .select(['entry.id', 'entry.entry_date'])
    .where('entry.source', '=', side.payment)
    .where('entry.source_id', '=', paymentId)
    .where('entry.reverses_id', 'is', null)
    .where('reversal.id', 'is', null)
    .orderBy('entry.id')
    .execute()
}
