import type { BaseAmounts } from './base-amounts.ts'
import { type Decimal, decimal, type Numeric, ratio } from './money.ts'
import { capitalizeNonrecoverableTax } from './nonrecoverable-tax.ts'
import type { Totals } from './totals.ts'

/** How a tax is treated when we are charged it, or charge it ourselves. */
export type TaxTreatment = {
  key: string
  rate: Numeric
  reverse_charge: boolean
  recoverable_percent: Numeric
  /** In base currency, earlier notes of the category: together they reverse exactly the assessed tax. */
  credited_in_base?: Numeric
}
export type TreatedTax = {
  totals: { lines: { net: Decimal }[]; taxes: { tax: Decimal }[]; total: Decimal }
  base: BaseAmounts
  /** Per category, in base currency: what is owed and deducted at once (V31); null where nothing is. */
  self_assessed: (Decimal | null)[]
}

/**
 * What a purchase posts where its tax is not simply deducted: lost tax joins the cost of the rows (V33), and under
 * reverse charge we assess the tax the supplier did not charge. The document's own figures stay as they are.
 */
export function applyTaxTreatment(
  totals: Totals,
  base: BaseAmounts,
  treatments: readonly TaxTreatment[],
  { document, base: baseDecimals }: { document: number; base: number },
): TreatedTax {
  const of = (key: string) => treatments.find((one) => one.key === key)
  const recoverable = (key: string) => of(key)?.recoverable_percent ?? 100
  const own = capitalizeNonrecoverableTax({
    lines: totals.lines,
    taxes: totals.taxes.map((tax) => ({ ...tax, recoverable_percent: recoverable(tax.key) })),
    decimals: document,
  })
  const inBase = capitalizeNonrecoverableTax({
    lines: base.lines.map((net, index) => ({ net, tax_key: totals.lines[index]?.tax_key ?? '' })),
    taxes: base.taxes.map((tax, index) => {
      const key = totals.taxes[index]?.key ?? ''
      return { ...tax, key, recoverable_percent: recoverable(key) }
    }),
    decimals: baseDecimals,
  })
  return {
    totals: { lines: own.lines.map((net) => ({ net })), taxes: own.taxes, total: totals.total },
    base: { ...base, lines: inBase.lines, taxes: inBase.taxes },
    self_assessed: totals.taxes.map(({ key }, index) => {
      const tax = of(key)
      const amount = base.taxes[index]?.base
      if (!tax?.reverse_charge || !amount) return null
      const before = decimal(tax.credited_in_base ?? 0)
      const assessed = (on: Decimal) => ratio(on, tax.rate, 100, baseDecimals)
      return assessed(before.plus(amount)).minus(assessed(before))
    }),
  }
}
