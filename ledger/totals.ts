import { type Decimal, decimal, type Numeric, ratio, round, split, sum, text, zero } from './money.ts'

export type TotalsInput = {
  lines: readonly { quantity: Numeric; price: Numeric; tax_rate: Numeric; tax_key?: string | null }[]
  /** Decimals of the document's currency. */
  decimals: number
}
export type LineTotals = { tax_key: string; net: Decimal; tax: Decimal; total: Decimal; tax_share: Decimal }
export type TaxTotals = { key: string; rate: Decimal; base: Decimal; tax: Decimal }
export type Totals = { lines: LineTotals[]; taxes: TaxTotals[]; subtotal: Decimal; tax: Decimal; total: Decimal }

/**
 * A document's figures from its rows (accounting rules 3.2 and B6), in the document's currency. Each row's net is
 * rounded; tax is rounded once per category on the document. A row's `tax` and `total` are for display only; its
 * `tax_share` is its exact part of the category's tax, so the shares sum to `tax`. Rates are percent. Categories are
 * distinguished by `tax_key` (else by the rate) and sorted by their first row; a row that is not priced above zero
 * counts nothing.
 */
export function documentTotals({ lines, decimals }: TotalsInput): Totals {
  const rows = lines.map((line) => rowTotals(line, decimals))
  const categories = [...Map.groupBy(rows, (row) => `${row.tax_key} ${text(row.rate)}`).values()]
  const taxes = categories.map((category) => categoryTotals(category, decimals))
  const subtotal = sum(rows.map((row) => row.net))
  const tax = sum(taxes.map((category) => category.tax))
  return {
    lines: rows.map(({ rate: _, ...line }) => line),
    taxes,
    subtotal,
    tax,
    total: subtotal.plus(tax),
  }
}

type Row = LineTotals & { rate: Decimal }

function rowTotals({ quantity, price, tax_rate, tax_key }: TotalsInput['lines'][number], decimals: number): Row {
  const rate = decimal(tax_rate)
  const net = decimal(price).gt(0) ? round(decimal(quantity).times(decimal(price)), decimals) : zero
  const tax = ratio(net, rate, 100, decimals)
  return { tax_key: tax_key ?? text(rate), rate, net, tax, total: net.plus(tax), tax_share: zero }
}

/** Also writes each row's share, since only the category knows what is to be shared. */
function categoryTotals(rows: Row[], decimals: number): TaxTotals {
  const { tax_key: key, rate } = rows[0] as Row
  const base = sum(rows.map((row) => row.net))
  const tax = ratio(base, rate, 100, decimals)
  // One rate for the whole category, so net alone weighs as net × rate does; a zero rate leaves nothing to share.
  for (const [index, share] of split(
    tax,
    rows.map((row) => row.net),
    decimals,
  ).entries())
    (rows[index] as Row).tax_share = share
  return { key, rate, base, tax }
}
