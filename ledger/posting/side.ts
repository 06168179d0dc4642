import type { Account, Role } from '../account.ts'
import { credit, debit, type Line, type LineRest } from '../entry.ts'
import type { Numeric } from '../money.ts'

type Put = (account: Account, amount: Numeric, rest: LineRest) => Line

/**
 * Sales and purchases post the same sentences mirrored. `opens` is the side on which a document opens its control
 * account and money moves by a payment; `closes` is the other. Rules say opens and closes and never ask which side.
 */
export type Side = {
  party: 'customer' | 'supplier'
  /** Open items only; what is not allocated stands in `advance` (ledger.md 2.1-8). */
  control: Role
  advance: Role
  tax: Role
  /** Where exchange differences go when the payment was worth more, or less, than what it settled. */
  worthMore: Role
  worthLess: Role
  opens: Put
  closes: Put
}

export const sales: Side = {
  party: 'customer',
  control: 'AR',
  advance: 'CUST_ADV',
  tax: 'VAT_OUT',
  worthMore: 'FX_GAIN_R',
  worthLess: 'FX_LOSS_R',
  opens: debit,
  closes: credit,
}

export const purchases: Side = {
  party: 'supplier',
  control: 'AP',
  advance: 'SUPP_ADV',
  tax: 'VAT_IN',
  worthMore: 'FX_LOSS_R',
  worthLess: 'FX_GAIN_R',
  opens: credit,
  closes: debit,
}
