import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'

/** The refusal of more than is open of a document. Where a part of it is retained, it names that: it is released first. */
export const beyondOpen = ({ retained }: Pick<OpenItemState, 'retained'>, field: string): Refusal => {
  const amount = decimal(retained)
  if (!amount.gt(0)) return new Refusal('exceeds_remaining', { field })
  return new Refusal('exceeds_due', { field, params: { retained: text(amount) } })
}
