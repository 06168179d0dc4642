import { type Decimal, decimal, min, type Numeric, ratio, round, split, sum, text, zero } from './money.ts'

/** A discount as entered: an amount, or a percentage of its base. Neither means no discount. */
export type Discount = { discount_amount?: Numeric | null | undefined; discount_percent?: Numeric | null | undefined }
export type TotalsLine = Discount & {
  quantity: Numeric
  price: Numeric
  tax_rate: Numeric
  tax_key?: string | null
}
export type TotalsInput = {
  lines: readonly TotalsLine[]
  /** Decimals of the document's currency. */
  decimals: number
  /** For the whole document, on the same terms as its prices: including tax if they do. */
  discount?: Discount | undefined
  prices_include_tax?: boolean | undefined
}
export type LineTotals = {
  tax_key: string
  /** The posted amount: before tax, after the row's discount and its share of the document's. */
  net: Decimal
  /** Of the row as it is printed, before its share of the document's discount. */
  tax: Decimal
  total: Decimal
  tax_share: Decimal
  /** The row's own discount and its share of the document's, both before tax. */
  discount: Decimal
  discount_share: Decimal
}
/** `base` is after the document's discount, of which `discount` is the part of this category. */
export type TaxTotals = { key: string; rate: Decimal; base: Decimal; tax: Decimal; discount: Decimal }
export type Totals = {
  lines: LineTotals[]
  taxes: TaxTotals[]
  /** After all discounts. */
  subtotal: Decimal
  /** The document's own, before tax. */
  discount: Decimal
  tax: Decimal
  total: Decimal
}

/**
 * A document's figures from its rows (accounting rules 3.2 and B6), in the document's currency. Each row's net is
 * rounded; tax is rounded once per category on the document. A row's `tax` and `total` are for display only; its
 * `tax_share` is its exact part of the category's tax, so the shares sum to `tax`. Rates are percent. Categories are
 * distinguished by `tax_key` (else by the rate), in the order of their first row; a row without a positive price counts
 * nothing. The document's discount is spread over categories and rows in proportion; the parts sum to the whole. With
 * prices including tax, the customer pays the entered amount: the base of a category is computed once from its sum and
 * shared by its rows, and its tax is the rest of the entered amount.
 */
export function documentTotals({ lines, decimals, discount, prices_include_tax = false }: TotalsInput): Totals {
  const rows = lines.map((line) => pricedRow(line, decimals))
  const categories = [...Map.groupBy(rows, (row) => `${row.tax_key} ${text(row.rate)}`).values()]
  const sums = categories.map((category) => sum(category.map(({ priced }) => priced)))
  const whole = discountOf(discount, sum(sums), decimals)
  const parts = split(whole, sums, decimals)
  const taxes = categories.map((category, index) => {
    const given = { whole: sums[index] as Decimal, discount: parts[index] as Decimal }
    return categoryTotals(category, given, decimals, prices_include_tax)
  })
  const subtotal = sum(taxes.map((category) => category.base))
  const tax = sum(taxes.map((category) => category.tax))
  return {
    lines: rows.map(({ rate: _, whole: __, priced: ___, ...line }) => line),
    taxes,
    subtotal,
    discount: sum(taxes.map((category) => category.discount)),
    tax,
    total: subtotal.plus(tax),
  }
}

/** The discount on a sum, at most the sum. */
export function discountOf(
  { discount_amount, discount_percent }: Discount = {},
  of: Numeric,
  decimals: number,
): Decimal {
  if (isGiven(discount_percent)) return ratio(of, discount_percent, 100, decimals)
  return isGiven(discount_amount) ? min(round(discount_amount, decimals), decimal(of)) : zero
}
const isGiven = (value: Numeric | null | undefined): value is Numeric =>
  value !== undefined && value !== null && value !== ''

/** The price of one without tax, to six decimals, where it was said with tax inside. */
export const netPrice = (price: Numeric, rate: Numeric, prices_include_tax: boolean): Decimal =>
  prices_include_tax ? ratio(price, 100, decimal(rate).plus(100), 6) : decimal(price)

/** `whole` is quantity × price, `priced` what the discount leaves of it: with tax where prices include it. */
type Row = LineTotals & { rate: Decimal; whole: Decimal; priced: Decimal }

function pricedRow(line: TotalsLine, decimals: number): Row {
  const rate = decimal(line.tax_rate)
  const whole = decimal(line.price).gt(0) ? round(decimal(line.quantity).times(decimal(line.price)), decimals) : zero
  const discount = discountOf(line, whole, decimals)
  const nothing = { net: zero, tax: zero, total: zero, tax_share: zero, discount_share: zero }
  return { tax_key: line.tax_key ?? text(rate), rate, whole, priced: whole.minus(discount), discount, ...nothing }
}

/** Also writes each row's figures, since only the category knows what is to be shared. */
function categoryTotals(
  rows: Row[],
  given: { whole: Decimal; discount: Decimal },
  decimals: number,
  includesTax: boolean,
): TaxTotals {
  const { tax_key: key, rate } = rows[0] as Row
  const without = (amount: Decimal) => (includesTax ? ratio(amount, 100, rate.plus(100), decimals) : amount)
  const taxOn = (net: Decimal, entered: Decimal) => (includesTax ? entered.minus(net) : ratio(net, rate, 100, decimals))
  const entered = given.whole.minus(given.discount)
  const before = without(given.whole)
  const base = without(entered)
  const discount = before.minus(base)
  const tax = taxOn(base, entered)
  const priced = rows.map((row) => row.priced)
  const nets = includesTax ? split(before, priced, decimals) : priced
  const shares = split(discount, nets, decimals)
  for (const [index, row] of rows.entries()) {
    const [own, share] = [nets[index] as Decimal, shares[index] as Decimal]
    row.discount_share = share
    row.net = own.minus(share)
    row.tax = taxOn(own, row.priced)
    row.total = own.plus(row.tax)
    if (includesTax && row.discount.gt(0)) row.discount = atLeastZero(without(row.whole).minus(own))
  }
  // One rate for the whole category, so net alone weighs as net × rate does; a zero rate leaves nothing to share.
  const taxShares = split(
    tax,
    rows.map((row) => row.net),
    decimals,
  )
  for (const [index, row] of rows.entries()) row.tax_share = taxShares[index] as Decimal
  return { key, rate, base, tax, discount }
}

const atLeastZero = (amount: Decimal): Decimal => (amount.lt(0) ? zero : amount)
