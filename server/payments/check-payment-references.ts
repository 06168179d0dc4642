import type { Side } from '#contract/documents/sides.ts'
import { type Decimal, decimal, round } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { exchangeRateOf } from '#server/journal/exchange-rate.ts'
import { ownRate, type SaidWorth } from '#server/journal/own-rate.ts'
import type { StoredPayment } from './lock-payment.ts'
import type { PaymentInput } from './payment-input.ts'

/** The exchange rate, base currency for one of the payment's, and what the payment comes to by it. */
export type Worth = { rate: string; amount_base: Decimal }

/**
 * Every id must belong to the tenant. Answers the base amount of the payment: as entered, as recorded, or at the rate
 * of its day.
 */
export async function requirePaymentReferences(
  context: Context,
  side: Side,
  input: PaymentInput,
  said: SaidWorth,
  stored: StoredPayment | null,
): Promise<Worth> {
  // Money that has not moved yet is no payment. Promised payments are in the due dates.
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
  const own = ownRate(context, said, { ...input, field: 'amount_base' })
  if (own) return { rate: own.rate, amount_base: own.base }
  const { decimals } = context.session.organization
  // A correction keeps the rate the payment was recorded at, and what the bank moved for the same amount.
  const before = stored?.currency_id === input.currency_id && said.exchange_rate !== null ? stored : null
  if (before && decimal(before.amount).eq(input.amount))
    return { rate: before.exchange_rate, amount_base: decimal(before.amount_base) }
  const rate = before?.exchange_rate ?? (await exchangeRateOf(context, input.currency_id, input.payment_date))
  return { rate, amount_base: round(decimal(input.amount).times(rate), decimals) }
}
