import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import type { Context } from '#server/kit/context.ts'
import { lockPayment, paymentDate } from './save-payment.ts'
import { lockDocuments } from './settle.ts'
import { takeBack } from './take-back.ts'
import { standingAllocations, standingUnderLock } from './undo-allocations.ts'

/** The delete icon of a payment: its entries are reversed, its documents are open again, its number stays taken. */
export async function voidPayment(context: Context, side: Side, id: number): Promise<void> {
  const date = await paymentDate(context, side, id)
  const period = await lockPeriod(context, date, 'payment_date', side.name)
  const glimpsed = await standingAllocations(context, { payment_id: id })
  const documents = await lockDocuments(
    context,
    glimpsed.map((allocation) => allocation.document_id),
  )
  const stored = await lockPayment(context, side, id, undefined)
  const standing = await standingUnderLock(context, id, documents)
  await takeBack(context, side, stored, period, standing, documents)
  await context.db
    .updateTable('payments')
    .set({
      state: 'void',
      allocated: '0',
      allocated_base: '0',
      voided_at: context.services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
