import { type Decimal, decimal, ratio } from '#ledger/money.ts'

type Figure = number | string
export type PrintedTax = {
  category: string
  rate: Figure
  assessed_rate: Figure | null
  base: Figure
  tax: Figure
  exemption_reason: string | null
  exemption_reason_en: string | null
}

/** For a document with several taxes, the base of each. With one tax the totals say it. */
export const taxBreakdown = <Tax extends PrintedTax>(taxes: readonly Tax[]): readonly Tax[] =>
  taxes.length > 1 ? taxes : []

/** Why a tax charges nothing, in both languages, each said once: the special tax treatment that an invoice must show. */
export function printedExemptions(taxes: readonly PrintedTax[]): { ar: string; en: string }[] {
  const labels = new Map<string, { ar: string; en: string }>()
  for (const { rate, exemption_reason, exemption_reason_en } of taxes)
    if (decimal(rate).eq(0) && exemption_reason)
      labels.set(exemption_reason, { ar: exemption_reason, en: exemption_reason_en ?? '' })
  return [...labels.values()]
}

/** Under reverse charge: the tax that the buyer owes and deducts at once, in the document's currency. */
export const selfAssessedTaxes = (
  taxes: readonly Pick<PrintedTax, 'assessed_rate' | 'base'>[],
  decimals: number,
): { rate: Decimal; amount: Decimal }[] =>
  taxes.flatMap(({ assessed_rate, base }) =>
    assessed_rate === null ? [] : [{ rate: decimal(assessed_rate), amount: ratio(base, assessed_rate, 100, decimals) }],
  )
