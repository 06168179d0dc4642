import type { Side } from '#contract/sides.ts'
import { decimal } from '#ledger/money.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/reverse-entry.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import type { StoredPayment } from './save-payment.ts'
import type { LockedDocument } from './settle.ts'
import { type Standing, undoAllocations, undoneIn } from './undo-allocations.ts'

/** Reverses what a payment posted, each entry on its own date, and takes its allocations back. */
export async function takeBack(
  context: Context,
  side: Side,
  stored: StoredPayment,
  period: Period,
  standing: Standing,
  documents: Map<number, LockedDocument>,
): Promise<void> {
  if (decimal(stored.refunded).gt(0)) throw new Refusal('has_refunds')
  const reversals = new Map<number, number>()
  for (const entry of await liveEntries(context, side.payment, stored.id)) {
    const own =
      entry.entry_date === stored.payment_date
        ? period
        : await lockPeriod(context, entry.entry_date, 'payment_date', side.name)
    const reversal = await reverseEntry(context, own, entry.id, stored.revision)
    if (reversal !== null) reversals.set(entry.id, reversal)
  }
  await undoAllocations(context, side, standing, documents, (row) => ({
    entry_id: undoneIn(reversals, row),
    date: row.allocation_date,
  }))
}

/** A payment's or a note's entries that no reversal has undone yet. */
export function liveEntries({ db }: Context, source: string, id: number) {
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
