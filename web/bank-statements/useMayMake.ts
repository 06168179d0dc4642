import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { journalEntries } from '#contract/journal.ts'
import { payments } from '#contract/payments.ts'
import { useCan } from '../api/useCan.ts'

/** What the user may make of a line; matching it with the books needs nothing more. */
export function useMayMake() {
  const can = useCan()
  return {
    entry: can(journalEntries.permissions.create),
    voucher: ({ amount }: BankStatementLine) => can(payments[amount > 0 ? 'sales' : 'purchases'].permissions.create),
  }
}
