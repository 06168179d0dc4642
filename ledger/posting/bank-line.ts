import type { Role } from '../account.ts'
import type { TaxEntry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, ratio, zero } from '../money.ts'

export type BankLineTax = {
  tax_id: number
  rate: Numeric
  /** The box of the return on the side of the account; null for what no return shows. */
  box: string | null
  reverse_charge: boolean
  recoverable_percent: Numeric
}
export type BankLineShare = {
  /** The part on the account that was chosen, with the tax that may not be deducted. */
  net: Decimal
  /** On the VAT accounts: positive on the side of `net`, negative on the other. Together with `net` they come to the amount. */
  moves: { account: Role; amount: Decimal }[]
  taxes: TaxEntry[]
}
type BankLineAmount = {
  amount: Numeric
  tax: BankLineTax
  isSale: boolean
  /** What the tax was charged on, where the whole amount is tax. */
  base?: Numeric | null
  sign: 1 | -1
  branch_id: number
  decimals: number
}

/**
 * An amount of a bank's line that contains tax, in base currency: a charge of the bank with its VAT, a subscription from abroad (V31,
 * V33), or with `base` the VAT of a charge that is a line of its own. VAT accounts move only with the rows of the return (2.1-7).
 * `sign` is -1 for what comes back of a purchase.
 */
export function bankLineShare({
  amount,
  tax,
  isSale,
  base: charge = null,
  sign,
  branch_id,
  decimals,
}: BankLineAmount): BankLineShare {
  const gross = decimal(amount)
  const { tax_id, box, rate, recoverable_percent } = tax
  const contained = tax.reverse_charge ? zero : ratio(gross, rate, decimal(rate).plus(100), decimals)
  const charged = charge === null ? contained : gross
  const deducted = isSale ? charged : ratio(charged, recoverable_percent, 100, decimals)
  const before = charge === null ? gross.minus(charged) : decimal(charge)
  const base = isSale ? before : ratio(before, recoverable_percent, 100, decimals)
  const self = tax.reverse_charge ? ratio(gross, rate, 100, decimals) : zero
  const entry = { tax_id, sign, base, tax: deducted, is_adjustment: false, branch_id }
  return {
    net: gross.minus(deducted),
    moves: [
      { account: (isSale ? 'VAT_OUT' : 'VAT_IN') as Role, amount: deducted.plus(self) },
      { account: 'VAT_RC' as const, amount: self.neg() },
    ].filter((move) => !move.amount.eq(0)),
    taxes: box === null ? [] : [{ ...entry, box }],
  }
}
