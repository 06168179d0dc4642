import { type Decimal, decimal, type Numeric, sum } from './money.ts'

/** What counts against the credit limit of a customer, in base currency. */
export type CreditParts = {
  /** What he owes: invoices, what he keeps of them, notes, opening balances and journal entries. */
  receivable: Numeric
  /** What he paid ahead and is not used yet. */
  advances: Numeric
  /** What of confirmed orders is not invoiced, and what of closed ones was delivered and is not invoiced. */
  orders: Numeric
  /** His cheques that the bank has not paid. */
  cheques: Numeric
}

export const exposureOf = ({ receivable, advances, orders, cheques }: CreditParts): Decimal =>
  sum([receivable, orders, cheques]).minus(advances)

/**
 * What a customer would owe above his limit; null within it. What lowers or keeps the exposure is never refused, however low the limit is
 * now: goods that were delivered are invoiced.
 */
export function overLimit(
  parts: CreditParts,
  limit: Numeric,
  more: Numeric,
): { exposure: Decimal; over: Decimal } | null {
  if (decimal(more).lte(0)) return null
  const exposure = exposureOf(parts).plus(more)
  const over = exposure.minus(limit)
  return over.gt(0) ? { exposure, over } : null
}
