import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { readDocumentOfKind } from '#server/documents/read-document.ts'
import type { CreditKind } from '#server/payments/advances/document-advance.ts'
import { appliedTo, refundsOf } from '#server/payments/read-payment.ts'

/** An opening credit with what it was used for. */
export async function readCredit(context: Context, { name }: CreditKind & { side: Side }, id: number) {
  const credit = await readDocumentOfKind(context, name, id)
  const [applied, refunds] = await Promise.all([
    appliedTo(context.db, { note_id: id }),
    refundsOf(context, { note_id: id }),
  ])
  return { ...credit, applied, refunds }
}
