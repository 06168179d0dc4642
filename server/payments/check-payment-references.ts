import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { exchangeRateOf } from '#server/journal/exchange-rate.ts'
import type { StoredPayment } from './lock-payment.ts'
import type { PaymentInput } from './save-payment.ts'

/** Every id must be the tenant's own; answers the exchange rate: base currency for one of the payment's. */
export async function requirePaymentReferences(
  context: Context,
  side: Side,
  input: PaymentInput,
  stored: StoredPayment | null,
): Promise<string> {
  // Money that has not moved yet is no payment; what is promised stands in the due dates.
  if (input.payment_date > context.today) throw new Refusal('date_in_future', { field: 'payment_date' })
  const kept = decimal(input.fee ?? 0).plus(input.fee_tax ?? 0)
  if (kept.gt(0) && input.currency_id !== context.session.organization.currency_id)
    throw new Refusal('fee_not_offered', { field: 'fee' })
  const { receipt_without_reference } = context.session.organization
  if (side.name === 'sales' && input.references.length === 0 && receipt_without_reference === 'advance_tax_invoice')
    throw new Refusal('advance_invoice_needed', { field: 'references' })
  if (kept.gt(0) && kept.gte(input.amount)) throw new Refusal('exceeds_fee', { field: 'fee' })
  await requireRows(context.db, {
    [side.partyField]: ['parties', input.party_id, { kind: side.party }],
    branch_id: ['branches', input.branch_id, {}, stored?.branch_id ?? null],
    payment_method_id: ['payment_methods', input.payment_method_id, {}, stored?.payment_method_id ?? null],
    currency_id: ['currencies', input.currency_id],
  })
  // A correction keeps the rate the payment was recorded at.
  return stored?.currency_id === input.currency_id
    ? stored.exchange_rate
    : exchangeRateOf(context, input.currency_id, input.payment_date)
}
