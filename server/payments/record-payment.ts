import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import type { Decision } from '#server/posting/run-write.ts'
import type { PaymentInput } from './payment-input.ts'
import { isPaymentNumberTaken, needsOfInput, planPayment } from './plan-payment.ts'

type Input = { side: Side; input: PaymentInput }

/** Records a new payment, and allocates it to its documents. */
export const recordPayment = { needs, decide }

function needs(_: Context, { side, input }: Input) {
  return {
    ...needsOfInput(side, input, null),
    documents: openItems(input.references.map((row) => row.reference_id)),
    isNumberTaken: isPaymentNumberTaken(side, input.payment_number),
  }
}

function decide(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needs>>,
  content: Input,
): Decision<{ id: number; isPosted: boolean }> {
  const plan = new Plan(caller, facts.accounts)
  const items = workingCopies(facts.documents)
  const id = planPayment(plan, caller, { ...facts, items, stored: null }, content)
  return { plan, result: () => ({ id: id(), isPosted: true }) }
}
