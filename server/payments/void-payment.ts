import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { paymentDate } from './lock-payment.ts'
import { activeAllocations } from './reverse-allocations.ts'
import { lockForReversal, reversePaymentEntries } from './reverse-payment-entries.ts'

/** Voids a payment: its entries are reversed, its documents are open again, its number is not reused. */
export async function voidPayment(context: Context, side: Side, id: number): Promise<void> {
  const date = await paymentDate(context, side, id)
  const [period, glimpsed] = await Promise.all([
    lockPeriod(context, date, 'payment_date', side.name),
    activeAllocations(context, { payment_id: id }),
  ])
  const documentIds = glimpsed.map((allocation) => allocation.document_id)
  await reversePaymentEntries(
    context,
    side,
    await lockForReversal(context, side, id, { documentIds, date, version: undefined }),
    period,
  )
  markVoid(context, id)
}

type Said = { reversal_date: string; reversal_reason: string }

/** Sent without waiting. `said`: the date and reason, if it was reversed on a later date. */
export function markVoid({ db, services }: Context, id: number, said?: Said): void {
  sendWrites(
    db,
    db
      .updateTable('payments')
      .set({
        ...{ state: 'void', allocated: '0', allocated_base: '0', ...said },
        ...{ voided_at: services.clock.now(), version: sql`version + 1` },
      })
      .where('id', '=', id)
      .execute(),
  )
}
