import type { Side } from '#contract/sides.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import type { Context } from '#server/kit/context.ts'
import { paymentAdvance } from './advance.ts'
import { lockTaken, takeBack } from './take-back.ts'
import { standingAllocations } from './undo-allocations.ts'
import { undoDay } from './undo-day.ts'
import { markVoid } from './void-payment.ts'

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
  undoDay(context, at.date, date)
  const [period, glimpsed] = await Promise.all([
    lockPeriod(context, date, 'date', side.name),
    standingAllocations(context, { payment_id: id }),
  ])
  const documentIds = glimpsed.map((row) => row.document_id)
  const taken = await lockTaken(context, side, id, { documentIds, date: at.date, version })
  await takeBack(context, side, taken, period, { date, reason })
  markVoid(context, id, { reversal_date: date, reversal_reason: reason })
}
