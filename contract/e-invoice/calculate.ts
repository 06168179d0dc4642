import { type Decimal, decimal, ratio, round, sum, text, zero } from '#ledger/money.ts'
import { isConfirmedPercentage } from './allowance-check.ts'
import { exemptionText } from './exemption-reasons.ts'
import { rateKey } from './facts.ts'
import type {
  Allowance,
  Category,
  DocumentAllowance,
  EInvoice,
  Exemption,
  Prepayment,
  Row,
  TaxSubtotal,
  Totals,
} from './model.ts'

/** A discount or charge as entered: an amount, or a percentage of its base. If both are given, the amount counts. */
type AllowanceInput<Whole extends Allowance> = Omit<Whole, 'amount' | 'base' | 'percent'> & {
  percent?: string
  amount?: string
}
type RowInput = Omit<Row, 'net' | 'tax' | 'gross' | 'allowances'> & {
  allowances: AllowanceInput<Allowance>[]
  /** The posted amount of the row, if prices include tax; else quantity × price less discounts. */
  net?: string
  /** The tax that the paper prints for the row; else net × rate. */
  tax?: string
}
export type EInvoiceInput = Omit<EInvoice, 'rows' | 'allowances' | 'breakdown' | 'totals' | 'prepayments'> & {
  rows: RowInput[]
  allowances: AllowanceInput<DocumentAllowance>[]
  prepayments: (Omit<Prepayment, 'exemption'> & { exemption_code: string | null })[]
  /** BT-114: the last halala of a fixed price. */
  rounding?: string
  /** Posted figures are used unchanged. */
  posted?: PostedAmounts
}
export type PostedAmounts = {
  taxes: { category: Category; rate: string; tax: string }[]
  tax_sar: string
  /** The reason of a category without tax, in the document's own words. */
  reasons: Partial<Record<Category, string>>
}

/**
 * The document with its amounts: each row and discount rounded, tax rounded once for each category and rate on the document, never summed
 * from rounded rows. All sums are exact (XML implementation standard 9 and 10).
 */
export function calculate({ rounding, posted, ...input }: EInvoiceInput): EInvoice {
  const rows = input.rows.map(rowOf)
  const net = netsOf(rows)
  const allowances = input.allowances.map((one) => ({
    ...allowanceOf(one, net.get(rateKey(one.category, one.rate)) ?? zero),
    category: one.category,
    rate: one.rate,
  }))
  const prepayments = input.prepayments.map(({ exemption_code, ...one }) => ({
    ...one,
    exemption: exemptionOf(one.category, exemption_code, posted),
  }))
  const breakdown = breakdownOf(rows, allowances, posted)
  // The row that deducts an advance names a category. The breakdown must list it even when no other row has it (BR-S-01).
  for (const { category, rate, exemption } of prepayments)
    if (!breakdown.some((one) => one.category === category))
      breakdown.push({ category, rate, taxable: '0.00', tax: '0.00', exemption })
  const whole = { ...input, rows, allowances, prepayments, breakdown }
  return { ...whole, totals: totalsOf(whole, rounding ?? null, posted) }
}

const amount = (value: Decimal) => text(value, 2)
const signed = ({ is_charge, amount: value }: Allowance) => (is_charge ? decimal(value) : decimal(value).neg())

function rowOf({ net: posted, tax: printed, ...row }: RowInput): Row {
  const whole = round(decimal(row.quantity).times(decimal(row.price)), 2)
  const allowances = row.allowances.map((one) => allowanceOf(one, whole))
  const net = posted === undefined ? whole.plus(sum(allowances.map(signed))) : decimal(posted)
  const tax = printed === undefined ? ratio(net, row.rate, 100, 2) : decimal(printed)
  return { ...row, allowances, net: amount(net), tax: amount(tax), gross: amount(net.plus(tax)) }
}

function allowanceOf(
  { is_charge, reason_code, reason, percent, amount: given }: AllowanceInput<Allowance>,
  of: Decimal,
): Allowance {
  const own = { is_charge, reason_code, reason }
  if (percent === undefined) return { ...own, percent: null, base: null, amount: amount(decimal(given ?? 0)) }
  const part = amount(ratio(of, percent, 100, 2))
  const taken = given === undefined ? part : amount(decimal(given))
  // When the authority would compute another halala, only the amount is written: the authority accepts it as it is.
  if (taken !== part || !isConfirmedPercentage(amount(of), percent, part))
    return { ...own, percent: null, base: null, amount: taken }
  return { ...own, percent, base: amount(of), amount: part }
}

function netsOf(rows: readonly Row[]): Map<string, Decimal> {
  const nets = new Map<string, Decimal>()
  for (const { category, rate, net } of rows) {
    const key = rateKey(category, rate)
    nets.set(key, (nets.get(key) ?? zero).plus(decimal(net)))
  }
  return nets
}

const exemptionOf = (category: Category, code: string | null, posted?: PostedAmounts): Exemption | null =>
  category === 'S' ? null : { code, text: posted?.reasons[category] ?? (code === null ? null : exemptionText(code)) }

function breakdownOf(
  rows: readonly Row[],
  allowances: readonly DocumentAllowance[],
  posted: PostedAmounts | undefined,
): TaxSubtotal[] {
  const groups = Map.groupBy([...rows, ...allowances], ({ category, rate }) => rateKey(category, rate))
  return [...groups.values()].map((group) => {
    const { category, rate } = group[0] as Row | DocumentAllowance
    const taxable = sum(group.map((one) => ('net' in one ? one.net : signed(one))))
    const code = group.map((one) => ('net' in one ? one.exemption_code : null)).find((one) => one !== null)
    return {
      category,
      rate,
      taxable: amount(taxable),
      tax: amount(postedTax(posted, category, rate) ?? ratio(taxable, rate, 100, 2)),
      exemption: exemptionOf(category, code ?? null, posted),
    }
  })
}

function postedTax(posted: PostedAmounts | undefined, category: Category, rate: string): Decimal | null {
  const own = posted?.taxes.filter((one) => rateKey(one.category, one.rate) === rateKey(category, rate)) ?? []
  return own.length === 0 ? null : sum(own.map(({ tax }) => tax))
}

type Whole = Omit<EInvoice, 'totals'>

function totalsOf(
  { rows, allowances, breakdown, prepayments, currency, exchange_rate }: Whole,
  rounding: string | null,
  posted: PostedAmounts | undefined,
): Totals {
  const net = sum(rows.map((row) => row.net))
  const sumOf = (list: readonly DocumentAllowance[]) => (list.length === 0 ? null : sum(list.map((one) => one.amount)))
  const discounts = sumOf(allowances.filter(({ is_charge }) => !is_charge))
  const charges = sumOf(allowances.filter(({ is_charge }) => is_charge))
  const without_tax = net.minus(discounts ?? zero).plus(charges ?? zero)
  const tax = sum(breakdown.map((one) => one.tax))
  const with_tax = without_tax.plus(tax)
  const prepaid = prepayments.length === 0 ? null : sum(prepayments.flatMap((one) => [one.taxable, one.tax]))
  const inRiyals = currency === 'SAR' ? tax : round(tax.times(decimal(exchange_rate ?? 0)), 2)
  const orNull = (value: Decimal | null) => (value === null ? null : amount(value))
  return {
    rows: amount(net),
    allowances: orNull(discounts),
    charges: orNull(charges),
    without_tax: amount(without_tax),
    tax: amount(tax),
    tax_sar: amount(posted ? decimal(posted.tax_sar) : inRiyals),
    with_tax: amount(with_tax),
    prepaid: orNull(prepaid),
    rounding,
    payable: amount(with_tax.minus(prepaid ?? zero).plus(decimal(rounding ?? 0))),
  }
}
