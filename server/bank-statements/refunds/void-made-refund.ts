import { purchases, sales } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { paymentAdvance } from '#server/payments/advances/advance.ts'
import { documentAdvance } from '#server/payments/advances/document-advance.ts'
import { voidRefund } from '#server/payments/advances/void-refund.ts'
import { paymentKind } from '#server/payments/payment-kind.ts'

/** Voids a refund that was made of a line. */
export async function voidMadeRefund(context: Context, id: number): Promise<void> {
  const refund = await context.db
    .selectFrom('refunds')
    .leftJoin('documents', 'documents.id', 'refunds.note_id')
    .select(['refunds.kind', 'refunds.payment_id', 'refunds.note_id', 'documents.kind as note_kind'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
  const side = refund.kind === paymentKind(sales) ? sales : purchases
  const at =
    refund.payment_id === null
      ? documentAdvance(context, { name: String(refund.note_kind), side }, Number(refund.note_id))
      : paymentAdvance(context, side, refund.payment_id)
  await voidRefund(context, side, await at, id)
}
