import { type Decimal, decimal, type Numeric, zero } from '#ledger/money.ts'
import type { CreditExposure } from '#server/parties/credit-exposure.ts'
import type { DocumentInput } from './document-input.ts'

type CreditQuery = {
  total: Decimal
  items: DocumentInput['items']
  standing: CreditExposure | null
  /** The posted document that is corrected: what it is worth, and what of each row of an order it has. */
  before?: { total: Numeric; items: DocumentInput['items'] } | undefined
}

/** How much more a customer owes by an invoice: its total less what its rows counted for as rows of an order, and less what it was before. */
export function creditIncrease({ total, items, standing, before }: CreditQuery): Decimal {
  const worth = (of: DocumentInput['items']) =>
    of.reduce((sum, { order_line_id, quantity }) => {
      const piece = order_line_id ? standing?.orderRows.get(order_line_id) : undefined
      return piece ? sum.plus(decimal(piece).times(quantity)) : sum
    }, zero)
  const after = total.minus(worth(items))
  return before ? after.minus(decimal(before.total).minus(worth(before.items))) : after
}
