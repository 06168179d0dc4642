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
  /** Open items only; unallocated amounts are in `advance` (accounting rule 2.1-8). */
  control: Role
  advance: Role
  /** What the payer keeps of documents until it is released (accounting rule 2.1-16). */
  retention: Role
  tax: Role
  /**
   * The account of exchange differences: a payment worth more or less than it settles, or an open item that rose or
   * fell.
   */
  onRise: { realised: Role; unrealised: Role }
  onFall: { realised: Role; unrealised: Role }
  /** Separate from the control account, so that open items keep their fixed figures. */
  revaluation: Role
  opens: Put
  closes: Put
}

const gain = { realised: 'FX_GAIN_R', unrealised: 'FX_GAIN_U' } as const
const loss = { realised: 'FX_LOSS_R', unrealised: 'FX_LOSS_U' } as const

export const sales: Side = {
  party: 'customer',
  control: 'AR',
  advance: 'CUST_ADV',
  retention: 'RETENTION_REC',
  tax: 'VAT_OUT',
  onRise: gain,
  onFall: loss,
  revaluation: 'AR_FXADJ',
  opens: debit,
  closes: credit,
}

export const purchases: Side = {
  party: 'supplier',
  control: 'AP',
  advance: 'SUPP_ADV',
  retention: 'RETENTION_PAY',
  tax: 'VAT_IN',
  onRise: loss,
  onFall: gain,
  revaluation: 'AP_FXADJ',
  opens: credit,
  closes: debit,
}
