import { rateKey } from '#contract/e-invoice/facts.ts'
import type { Category, EInvoice } from '#contract/e-invoice/model.ts'
import { rateOf } from '#contract/e-invoice-mapping/e-invoice-rows.ts'
import type { EInvoiceSource } from '#contract/e-invoice-mapping/e-invoice-source.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DocumentQueryRow } from '#server/documents/document-query.ts'

type PostedTotals = Pick<EInvoiceSource, 'kind' | 'taxes' | 'tax_base'> &
  Pick<DocumentQueryRow, 'subtotal' | 'discount' | 'tax' | 'total' | 'advances_deducted'>

/** The XML says to the halala what the books and the paper say, category by category, or nothing is issued. */
export function requireSameTotals(
  posted: PostedTotals,
  { totals, breakdown }: Pick<EInvoice, 'totals' | 'breakdown'>,
): void {
  const pairs: [string, string][] = [
    [posted.subtotal, totals.without_tax],
    [posted.discount, totals.allowances ?? '0'],
    [posted.tax, totals.tax],
    [posted.total, totals.with_tax],
    [posted.tax_base, totals.tax_sar],
    // For an advance invoice this is what later invoices deducted. It deducts nothing itself.
    [posted.kind === 'invoice' ? posted.advances_deducted : '0', totals.prepaid ?? '0'],
  ]
  const isSame = pairs.every(([ours, theirs]) => decimal(ours).eq(decimal(theirs)))
  if (isSame && isSameBreakdown(posted, breakdown)) return
  throw new Refusal('e_invoice_totals_differ', { params: { expected: posted.total, found: totals.with_tax } })
}

function isSameBreakdown({ taxes }: PostedTotals, breakdown: EInvoice['breakdown']): boolean {
  const key = (category: string, rate: string) => rateKey(category as Category, rate)
  const ours = Map.groupBy(taxes, (one) => key(one.category, rateOf(one)))
  const theirs = Map.groupBy(breakdown, (one) => key(one.category, one.rate))
  const total = (amounts: string[] = []): Decimal => sum(amounts)
  return [...new Set([...ours.keys(), ...theirs.keys()])].every((one) => {
    const own = ours.get(one) ?? []
    const said = theirs.get(one) ?? []
    return (
      total(own.map(({ base }) => base)).eq(total(said.map(({ taxable }) => taxable))) &&
      total(own.map(({ tax }) => tax)).eq(total(said.map(({ tax }) => tax)))
    )
  })
}
