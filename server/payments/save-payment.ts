import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { Plan } from '#server/posting/plan.ts'
import { decideWrite, runWrite } from '#server/posting/run-write.ts'
import { correctPayment } from './correct-payment.ts'
import { recordPayment } from './record-payment.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's schema has already given the body its type
type Body = any
/** `isPosted`: its voucher is issued again. */
type Saved = { id: number; isPosted: boolean }

/** Records a payment or corrects one, and allocates it to its documents. */
export function savePayment(context: Context, side: Side, id: number | null, body: Body): Promise<Saved> {
  return id === null
    ? runWrite(context, recordPayment, { side, input: recorded(side, body) })
    : runWrite(context, correctPayment, { side, id, sent: sentBy(side, body) })
}

/** What a save would write. */
export async function previewPayment(context: Context, side: Side, id: number | null, body: Body): Promise<Plan> {
  const { plan } =
    id === null
      ? await decideWrite(context, recordPayment, { side, input: recorded(side, body) })
      : await decideWrite(context, correctPayment, { side, id, sent: sentBy(side, body) })
  return plan
}

const sentBy = (side: Side, body: Body) => ({ ...body, party_id: body[side.partyField] })
const recorded = (side: Side, body: Body) => ({ ...sentBy(side, body), references: body.references ?? [] })
