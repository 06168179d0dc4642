import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { decimal } from '#ledger/money.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/reverse-entry.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { paymentAdvance } from './advance.ts'
import { lockPayment } from './save-payment.ts'
import { lockDocuments } from './settle.ts'
import { liveEntries } from './take-back.ts'
import { standingAllocations, standingUnderLock, undoAllocations, undoneIn } from './undo-allocations.ts'

/**
 * Takes a payment back on a later day, for one whose own day is closed (ledger.md 1.4): everything it posted is
 * reversed on that day, and until then the books keep what they said.
 */
export async function reversePayment(
  context: Context,
  side: Side,
  id: number,
  { date, reason, version }: { date: string; reason: string; version?: number | undefined },
): Promise<void> {
  const at = await paymentAdvance(context, side, id)
  if (date < at.date) throw new Refusal('date_before_source', { field: 'date' })
  if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const period = await lockPeriod(context, date, 'date', side.name)
  const source = { payment_id: id }
  const glimpsed = await standingAllocations(context, source)
  const documents = await lockDocuments(
    context,
    glimpsed.map((row) => row.document_id),
  )
  const stored = await lockPayment(context, side, id, version)
  if (decimal(stored.refunded).gt(0)) throw new Refusal('has_refunds')
  const standing = await standingUnderLock(context, id, documents)
  const reversals = new Map<number, number>()
  for (const entry of await liveEntries(context, side.payment, id)) {
    const reversal = await reverseEntry(context, period, entry.id, stored.revision, { date, reason })
    if (reversal !== null) reversals.set(entry.id, reversal)
  }
  await undoAllocations(context, side, standing, documents, (row) => ({
    entry_id: undoneIn(reversals, row),
    date,
  }))
  await context.db
    .updateTable('payments')
    .set({
      state: 'void',
      allocated: '0',
      allocated_base: '0',
      reversal_date: date,
      voided_at: context.services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
