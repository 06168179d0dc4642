import type { Account } from '../account.ts'
import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'

export type TaxAdjustmentFacts = {
  branch_id: number
  /** More or less tax due than an earlier return stated. */
  direction: 'increase' | 'decrease'
  amount: Numeric
  /** The counter account of the correction. */
  account: Account
  description: string | null
}

/** A correction of an earlier return (accounting rule 5.7, box 14): the VAT account moves together with its tax row. */
export function taxAdjustmentEntry({ branch_id, direction, amount, account, description }: TaxAdjustmentFacts): Entry {
  const rest = { branch_id, description }
  const lines =
    direction === 'increase'
      ? [debit(account, amount, rest), credit('VAT_OUT', amount, rest)]
      : [debit('VAT_IN', amount, rest), credit(account, amount, rest)]
  const sign = direction === 'increase' ? 1 : -1
  return entry(lines, [
    { tax_id: null, box: '14', sign, base: decimal(0), tax: decimal(amount), is_adjustment: true, branch_id },
  ])
}
