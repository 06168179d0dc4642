import { decimal } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'

/** The refusal of more than is open of a document. Where a part of it is retained, it names that: it is released first. */
export const beyondOpen = ({ retained }: Pick<OpenItemState, 'retained'>, field: string): Refusal =>
  decimal(retained).gt(0)
    ? new Refusal('exceeds_due', { field, params: { retained } })
    : new Refusal('exceeds_remaining', { field })
