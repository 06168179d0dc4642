import { decimal, sum, text } from '#ledger/money.ts'
import type { StoredAllocation } from '#server/posting/facts/allocations.ts'
import type { PaymentInput } from './payment-input.ts'
import type { StoredPayment } from './stored-payment.ts'

/** Whether nothing changed that reaches the books: then no entry is reversed and reposted (accounting rule B3). */
export function isSamePayment(
  stored: StoredPayment,
  active: readonly StoredAllocation[],
  input: PaymentInput,
): boolean {
  const figure = (value: string | number | null | undefined) => text(decimal(value || 0))
  const applied = settledAmounts(active).map((row) => [row.reference_id, row.amount] as const)
  const wanted = input.references.map((row) => [row.reference_id, figure(row.amount)] as const)
  const shape = (payment: StoredPayment | PaymentInput, rows: readonly (readonly [number, string])[]) =>
    JSON.stringify([
      payment.payment_date,
      payment.party_id,
      payment.branch_id,
      payment.payment_method_id,
      payment.currency_id,
      ...[payment.amount, payment.fee, payment.fee_tax, payment.withholding_rate].map(figure),
      payment.withholding_borne ?? false,
      rows.toSorted(([a], [b]) => a - b),
    ])
  return shape(stored, applied) === shape(input, wanted)
}

/** The settled amounts of a payment, by document. */
export const settledAmounts = (active: readonly StoredAllocation[]) =>
  [...Map.groupBy(active, (row) => row.document_id)].map(([reference_id, rows]) => ({
    reference_id,
    amount: text(sum(rows.map((row) => row.amount))),
  }))
