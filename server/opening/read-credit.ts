import type { Side } from '#contract/sides.ts'
import { readNeutral } from '#server/documents/read-document.ts'
import type { Context } from '#server/kit/context.ts'
import type { CreditKind } from '#server/payments/document-advance.ts'
import { appliedTo, refundsOf } from '#server/payments/read-payment.ts'

/** An opening credit with what it was used for. */
export async function readCredit(context: Context, { name }: CreditKind & { side: Side }, id: number) {
  const credit = await readNeutral(context, name, id)
  const [applied, refunds] = await Promise.all([
    appliedTo(context.db, { note_id: id }),
    refundsOf(context, { note_id: id }),
  ])
  return { ...credit, applied, refunds }
}
