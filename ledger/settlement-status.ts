import { decimal, type Numeric } from './money.ts'

export type Settled = {
  posted: boolean
  total: Numeric
  settled: Numeric
  /** The part of `settled` that the payer keeps: it is not paid. */
  retained?: Numeric
}

/**
 * The status of a document, computed and never chosen (accounting rule B2). `postedStatus` is the side's word for a
 * posted, unpaid document: confirmed for an invoice, sent for a bill. A total of zero is paid at once.
 */
export function settlementStatus<Posted extends string>(
  { posted, total, settled, retained = 0 }: Settled,
  { postedStatus }: { postedStatus: Posted },
): 'draft' | Posted | 'partially_paid' | 'paid' {
  if (!posted) return 'draft'
  const paid = decimal(settled).minus(retained)
  if (paid.gte(decimal(total))) return 'paid'
  return paid.eq(0) ? postedStatus : 'partially_paid'
}
