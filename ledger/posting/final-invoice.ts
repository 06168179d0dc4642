import { debit, type Entry, entry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, sum } from '../money.ts'
import { type DocumentFacts, documentLines, shared, taxEntries } from './document.ts'
import { sales } from './side.ts'

/** An advance tax invoice that the final invoice takes off: its part per tax category of the final invoice. */
export type Deduction = {
  /** The category's place in the final invoice's totals. */
  tax_index: number
  /** For the advance: its liability is in that branch. */
  branch_id: number
  net: Numeric
  tax: Numeric
  net_base: Numeric
  tax_base: Numeric
}

/**
 * The final invoice after advance tax invoices (V34; accounting rule 2.1-8, type 386). The advance itself is an ordinary
 * document whose row's account is `CONTRACT_LIAB`. Here revenue is whole, while receivable and tax are what the
 * advances left over; each advance's liability is relieved at its own branch. Throws a RangeError when the advances exceed the invoice.
 */
export function finalInvoiceEntry(facts: DocumentFacts, deductions: readonly Deduction[]): Entry {
  const rest = reduced(facts, deductions)
  const used = deductions.map(({ branch_id, net_base, net }) =>
    debit('CONTRACT_LIAB', net_base, { ...shared(facts), branch_id, amount_currency: net }),
  )
  return entry([...documentLines(sales, rest), ...used], taxEntries(rest, { sign: 1, is_adjustment: false }))
}

function reduced(facts: DocumentFacts, deductions: readonly Deduction[]): DocumentFacts {
  const { totals, base } = facts
  const taken = (index: number, figure: 'net_base' | 'tax_base' | 'tax'): Decimal =>
    sum(deductions.filter(({ tax_index }) => tax_index === index).map((deduction) => deduction[figure]))
  return {
    ...facts,
    totals: {
      ...totals,
      total: decimal(totals.total).minus(sum(deductions.flatMap(({ net, tax }) => [net, tax]))),
      taxes: totals.taxes.map(({ tax }, index) => ({ tax: decimal(tax).minus(taken(index, 'tax')) })),
    },
    base: {
      ...base,
      total: base.total.minus(sum(deductions.flatMap(({ net_base, tax_base }) => [net_base, tax_base]))),
      taxes: base.taxes.map(({ base: own, tax }, index) => ({
        base: own.minus(taken(index, 'net_base')),
        tax: tax.minus(taken(index, 'tax_base')),
      })),
    },
  }
}
