import { type Decimal, decimal, ratio, round, sum, text } from '#ledger/money.ts'
import { netPrice } from '#ledger/totals.ts'
import type { EInvoiceInput, PostedAmounts } from '../e-invoice/calculate.ts'
import { rateKey } from '../e-invoice/facts.ts'
import type { Category } from '../e-invoice/model.ts'
import { bilingualName } from './e-invoice-parties.ts'
import type { EInvoiceFacts, EInvoiceSource, SourceItem, SourceTax } from './e-invoice-source.ts'

type RowInput = EInvoiceInput['rows'][number]
type Taxed = Pick<EInvoiceSource, 'items' | 'taxes' | 'prices_include_tax'>

/** Only a standard rate is above zero. */
export const rateOf = ({ category, rate }: Pick<SourceTax, 'category' | 'rate'>): string =>
  category === 'S' ? text(decimal(rate)) : '0'

/** Out of scope has one code only. */
export const codeOf = ({ category, exemption_code }: Pick<SourceTax, 'category' | 'exemption_code'>): string | null =>
  category === 'S' ? null : (exemption_code ?? (category === 'O' ? 'VATEX-SA-OOS' : null))

/** Each row as it was posted, under its own tax as the document stores it, before its share of the document's discount. */
export function eInvoiceRows({ items, taxes, prices_include_tax }: Taxed, facts: EInvoiceFacts): RowInput[] {
  const goods = new Map(facts.rows.map((row) => [row.line_number, row]))
  return items.map((item) => {
    const tax = taxOf(item, taxes)
    const net = decimal(item.net).plus(item.discount_share)
    return {
      id: String(item.line_number),
      name: rowName(bilingualName(item.product_name, item.product_name_en)),
      note: null,
      quantity: text(decimal(item.quantity)),
      unit: goods.get(item.line_number)?.unit ?? null,
      price: priceOf(item, net, prices_include_tax),
      net: text(net),
      tax: item.tax,
      allowances: discountOf(item),
      category: tax.category as Category,
      rate: rateOf(tax),
      exemption_code: codeOf(tax),
      buyer_code: null,
      seller_code: goods.get(item.line_number)?.code ?? null,
      standard_code: null,
    }
  })
}

/** Three characters at least (BR-KSA-F-06-C19): a shorter name is written as the name of an item. */
export const rowName = (name: string): string => ([...name].length < 3 ? `صنف ${name} | Item ${name}` : name)

/** Older rows have no tax of their own and follow their rate. */
function taxOf(
  { tax_id, tax_rate }: SourceItem,
  taxes: readonly SourceTax[],
): Pick<SourceTax, 'category' | 'rate' | 'exemption_code'> {
  const isOfRate = ({ rate }: SourceTax) => decimal(rate).eq(tax_rate)
  const own = taxes.find((one) => one.tax_id === tax_id && isOfRate(one)) ?? taxes.find(isOfRate)
  return own ?? { category: decimal(tax_rate).gt(0) ? 'S' : 'O', rate: tax_rate, exemption_code: null }
}

const halala = '0.01'
/** More than any quantity needs. */
const finestPrice = 18

/**
 * The unit price without tax: as on the paper if it gives the row's net, else with as many decimals as needed. The authority recomputes it and allows one halala (BR-KSA-EN16931-11).
 */
function priceOf(item: SourceItem, net: Decimal, includesTax: boolean): string {
  const whole = net.plus(item.discount)
  const isNear = (price: Decimal, tolerance: string) =>
    round(price.times(item.quantity), 2).minus(whole).abs().lte(tolerance)
  const printed = netPrice(item.price, item.tax_rate, includesTax)
  if (isNear(printed, halala)) return text(printed)
  for (let decimals = 6; decimals < finestPrice; decimals++) {
    const price = ratio(whole, 1, item.quantity, decimals)
    if (isNear(price, '0')) return text(price)
  }
  return text(printed)
}

/** A discount (UNTDID 5189). */
const discount = { is_charge: false, reason_code: '95', reason: 'خصم | Discount' }
const percentOf = (percent: string | null) => (percent === null ? {} : { percent: text(decimal(percent)) })

const discountOf = (item: SourceItem): RowInput['allowances'] =>
  decimal(item.discount).gt(0)
    ? [{ ...discount, ...percentOf(item.discount_percent), amount: text(decimal(item.discount)) }]
    : []

type Discounted = Pick<EInvoiceSource, 'taxes' | 'discount_percent'>
/** The document's discount, for each category and rate the part that was posted. */
export function documentDiscounts({ taxes, discount_percent }: Discounted): EInvoiceInput['allowances'] {
  const groups = Map.groupBy(taxes, (tax) => rateKey(tax.category as Category, rateOf(tax)))
  return [...groups.values()].flatMap((group) => {
    const amount = sum(group.map((tax) => tax.discount))
    const [first] = group as [SourceTax]
    if (amount.lte(0)) return []
    const own = { ...discount, ...percentOf(discount_percent), amount: text(amount) }
    return [{ ...own, category: first.category as Category, rate: rateOf(first) }]
  })
}

/** Tax as posted, and the reasons from the paper. */
export const postedOf = ({ taxes, tax_base }: Pick<EInvoiceSource, 'taxes' | 'tax_base'>): PostedAmounts => ({
  taxes: taxes.map((one) => ({ category: one.category as Category, rate: rateOf(one), tax: one.tax })),
  tax_sar: tax_base,
  reasons: Object.fromEntries(
    taxes.flatMap((one) => {
      const words = [one.exemption_reason_en, one.exemption_reason].filter((part) => part !== null)
      return one.category === 'S' || words.length === 0 ? [] : [[one.category, words.join(' | ')]]
    }),
  ),
})

type Deducting = Pick<EInvoiceSource, 'items' | 'deductions' | 'kind'>
/** A row of zeros for each advance that an invoice takes off, under the tax the advance was charged with. */
export function prepaymentsOf(
  { items, deductions, kind }: Deducting,
  facts: EInvoiceFacts,
): EInvoiceInput['prepayments'] {
  if (kind !== 'invoice') return []
  const last = Math.max(0, ...items.map(({ line_number }) => line_number))
  return deductions.map(({ number, net, tax }, index) => {
    const advance = facts.advances.find((one) => one.number === number)
    const charged = advance ?? { category: 'S' as const, rate: '15', exemption_code: null }
    return {
      id: String(last + 1 + index),
      name: 'تسوية الدفعة المقدمة | Prepayment adjustment',
      number,
      uuid: advance?.uuid ?? null,
      issue_date: advance?.date ?? null,
      // Issued before its time was written down.
      issue_time: advance?.time ?? '00:00:00',
      type: '386',
      category: charged.category,
      rate: rateOf(charged),
      taxable: text(decimal(net), 2),
      tax: text(decimal(tax), 2),
      exemption_code: codeOf(charged),
    }
  })
}
