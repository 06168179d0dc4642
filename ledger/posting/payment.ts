import type { Account } from '../account.ts'
import type { Allocated } from '../allocation.ts'
import { debit, type Entry, entry, type Line, type TaxEntry } from '../entry.ts'
import { decimal, type Numeric, zero } from '../money.ts'
import { type SettleFacts, settle } from './settle.ts'
import type { Side } from './side.ts'

export type PaymentFacts = SettleFacts & {
  /** The payment method's cash or bank account. */
  cash: Account
  amount: Numeric
  /** The amount at the payment's rate. */
  amount_base: Numeric
  /** From `allocate`. */
  allocated: Allocated
  /** The fee a card processor deducts from a receipt. */
  fee?: Fee | null
  /** Tax on a non-resident that we keep and owe the authority. */
  withheld?: Withheld | null
}

/** In the payment's currency, and the same at its rate. `borne`: the payee gets the whole amount, and the tax on top of it is our expense. */
export type Withheld = { amount: Numeric; amount_base: Numeric; borne?: boolean }

/** In base currency; the tax on the fee is deductible. */
export type Fee = { amount: Numeric; tax: Numeric; tax_id: number | null; box: string | null }

/**
 * What a receipt (sales) or a payment out (purchases) posts (V08, V11, V13, V14, V17): cash against the documents it
 * settles, the rest into the advance account. Throws when a fee exceeds the amount, or is on a payment out or in
 * foreign currency: those are not receipts less a fee. Withheld tax of a payment out settles the document as well; only
 * the rest leaves the bank. Tax that we bear is an expense on top of the amount.
 */
export function paymentEntry(side: Side, facts: PaymentFacts): Entry {
  const { branch_id, currency_id, cash, amount, amount_base, allocated, fee, withheld } = facts
  const kept = decimal(fee?.amount ?? 0).plus(decimal(fee?.tax ?? 0))
  if (kept.gt(0) && (side.party !== 'customer' || currency_id !== null)) {
    throw new Error('Only a receipt in base currency carries a fee')
  }
  const held = { amount: decimal(withheld?.amount ?? 0), base: decimal(withheld?.amount_base ?? 0) }
  if (held.base.gt(0) && side.party !== 'supplier') throw new Error('Only a payment out withholds tax')
  const taken = withheld?.borne ? { amount: zero, base: zero } : held
  const received = side.opens(cash, decimal(amount_base).minus(kept).minus(taken.base), {
    branch_id,
    currency_id,
    amount_currency: decimal(amount).minus(taken.amount),
  })
  const owed = side.opens('WHT', held.base, { branch_id })
  const borne = withheld?.borne ? [side.closes('WHT_BORNE', held.base, { branch_id })] : []
  const lines = [received, owed, ...borne, ...feeLines(branch_id, fee), ...settle(side, facts, allocated)]
  return entry(lines, feeTaxes(branch_id, fee))
}

function feeLines(branch_id: number, fee: Fee | null | undefined): Line[] {
  if (!fee) return []
  return [debit('BANK_FEES', fee.amount, { branch_id }), debit('VAT_IN', fee.tax, { branch_id, tax_id: fee.tax_id })]
}

function feeTaxes(branch_id: number, fee: Fee | null | undefined): TaxEntry[] {
  if (!fee || fee.box === null) return []
  const { tax_id, box, amount, tax } = fee
  return [{ tax_id, box, sign: 1, base: decimal(amount), tax: decimal(tax), is_adjustment: false, branch_id }]
}
