import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { paymentAdvance } from './advances/advance.ts'
import { resolveReversalDate } from './reversal-date.ts'
import { activeAllocations } from './reverse-allocations.ts'
import { lockForReversal, reversePaymentEntries } from './reverse-payment-entries.ts'
import { markVoid } from './void-payment.ts'

/**
 * Reverses a payment on a later date, because its own date is locked (accounting rule 1.4): all its entries are
 * reversed on that date, and until then the books are unchanged.
 */
export async function reversePayment(
  context: Context,
  side: Side,
  id: number,
  { date, reason, version }: { date: string; reason: string; version?: number | undefined },
): Promise<void> {
  const at = await paymentAdvance(context, side, id)
  resolveReversalDate(context, at.date, date)
  const [period, glimpsed] = await Promise.all([
    lockPeriod(context, date, 'date', side.name),
    activeAllocations(context, { payment_id: id }),
  ])
  const documentIds = glimpsed.map((row) => row.document_id)
  const taken = await lockForReversal(context, side, id, { documentIds, date: at.date, version })
  await reversePaymentEntries(context, side, taken, period, { date, reason })
  markVoid(context, id, { reversal_date: date, reversal_reason: reason })
}
