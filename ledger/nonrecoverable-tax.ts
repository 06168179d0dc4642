import { type Decimal, decimal, type Numeric, ratio, split } from './money.ts'

export type BearTaxInput = {
  /** Each row's net and its category's key. */
  lines: readonly { net: Numeric; tax_key: string }[]
  /** Each category; `recoverable_percent` of its tax may be deducted. */
  taxes: readonly { key: string; base: Numeric; tax: Numeric; recoverable_percent: Numeric }[]
  /** Decimals of the currency of these figures. */
  decimals: number
}
export type BorneTax = { lines: Decimal[]; taxes: { base: Decimal; tax: Decimal }[] }

/**
 * Input tax that may not be deducted is part of what was bought (V33): each row's cost with its share of the tax that
 * is lost, by largest remainder, and each category's deductible base and tax. Used once for the document's figures and
 * once for the base amounts; both sum to what they summed to before, the lost part moved from tax to rows.
 */
export function capitalizeNonrecoverableTax({ lines, taxes, decimals }: BearTaxInput): BorneTax {
  const costs = lines.map((line) => decimal(line.net))
  const deductible = taxes.map(({ key, base, tax, recoverable_percent }) => {
    const kept = ratio(tax, recoverable_percent, 100, decimals)
    const rows = [...lines.entries()].filter(([, line]) => line.tax_key === key)
    const shares = split(
      decimal(tax).minus(kept),
      rows.map(([, { net }]) => net),
      decimals,
    )
    for (const [place, [index]] of rows.entries())
      costs[index] = (costs[index] as Decimal).plus(shares[place] as Decimal)
    return { base: ratio(base, recoverable_percent, 100, decimals), tax: kept }
  })
  return { lines: costs, taxes: deductible }
}
