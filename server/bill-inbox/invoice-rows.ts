import { type Decimal, decimal, ratio, round, sum, text } from '#ledger/money.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { childrenNamed, elementAlong, textAlong } from '#server/xml/local-name-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import type { PaperRow } from './paper-facts.ts'

export const figureAt = (element: XmlElement, ...path: readonly string[]): string | null =>
  readFigure(textAlong(element, ...path) ?? '')

/** The rows of an invoice or a note, and the charges of the whole document, which are rows of a bill. */
export function invoiceRows(root: XmlElement): PaperRow[] {
  const lines = ['InvoiceLine', 'CreditNoteLine', 'DebitNoteLine'].flatMap((name) => childrenNamed(root, name))
  const charges = childrenNamed(root, 'AllowanceCharge').filter(isCharge)
  return [...lines.flatMap((line) => rowOf(line, root)), ...charges.flatMap((charge) => chargeRow(charge, root))]
}

/** Discounts of a row or of a document, without its charges. */
export function discountsOf(element: XmlElement): Decimal {
  const discounts = childrenNamed(element, 'AllowanceCharge').filter((one) => !isCharge(one))
  return sum(discounts.map((one) => figureAt(one, 'Amount') ?? '0'))
}

const isCharge = (one: XmlElement): boolean => ['true', '1'].includes(textAlong(one, 'ChargeIndicator') ?? '')

const quantities = ['InvoicedQuantity', 'CreditedQuantity', 'DebitedQuantity'] as const

function rowOf(line: XmlElement, root: XmlElement): PaperRow[] {
  const counted = quantities.map((name) => elementAlong(line, name)).find((one) => one && figureAt(one) !== null)
  const quantity = (counted && figureAt(counted)) ?? '1'
  const amount = figureAt(line, 'LineExtensionAmount') ?? '0'
  // What an advance invoice has settled is a row of nothing.
  if (decimal(quantity).eq(0) && decimal(amount).eq(0)) return []
  const priced = pricedOf(line, quantity, amount)
  const unit = counted?.attributes.get('unitCode')?.trim()
  const name = textAlong(line, 'Item', 'Name') ?? textAlong(line, 'Item', 'Description') ?? ''
  return [
    {
      name,
      code: textAlong(line, 'Item', 'SellersItemIdentification', 'ID') ?? null,
      amount,
      // A row that was made one of its amount counts nothing in that unit.
      ...(unit && priced.quantity === quantity && { unit }),
      ...priced,
      ...taxOf(elementAlong(line, 'Item', 'ClassifiedTaxCategory'), root),
    },
  ]
}

/** A price that does not come to the amount exactly is replaced: by that of one, or by one of the amount. */
function pricedOf(
  line: XmlElement,
  quantity: string,
  amount: string,
): Pick<PaperRow, 'quantity' | 'price' | 'discount'> {
  const discount = discountsOf(line)
  const charges = sum(
    childrenNamed(line, 'AllowanceCharge')
      .filter(isCharge)
      .map((one) => figureAt(one, 'Amount') ?? '0'),
  )
  const written = figureAt(line, 'Price', 'PriceAmount')
  const base = figureAt(line, 'Price', 'BaseQuantity') ?? '1'
  const price = written && !decimal(base).eq(0) ? ratio(written, 1, base, 6) : null
  const comesTo = (unit: Decimal, less: Decimal) => round(decimal(quantity).times(unit)).minus(less).eq(amount)
  if (price?.gt(0) && charges.eq(0) && comesTo(price, discount))
    return { quantity, price: text(price), discount: discount.eq(0) ? null : text(discount) }
  const unit = decimal(quantity).eq(0) ? null : ratio(amount, 1, quantity, 6)
  if (unit?.gt(0) && comesTo(unit, decimal(0))) return { quantity, price: text(unit), discount: null }
  return { quantity: '1', price: amount, discount: null }
}

function chargeRow(charge: XmlElement, root: XmlElement): PaperRow[] {
  const amount = figureAt(charge, 'Amount')
  if (amount === null || decimal(amount).eq(0)) return []
  const name = textAlong(charge, 'AllowanceChargeReason') ?? ''
  return [
    {
      name,
      code: null,
      quantity: '1',
      price: amount,
      discount: null,
      amount,
      ...taxOf(elementAlong(charge, 'TaxCategory'), root),
    },
  ]
}

/** The rate of a row; where it has only a category, that of the category in the totals of tax. */
function taxOf(category: XmlElement | undefined, root: XmlElement): Pick<PaperRow, 'tax_rate' | 'tax_category'> {
  const code = (category && textAlong(category, 'ID')) ?? null
  const totals = childrenNamed(root, 'TaxTotal').flatMap((total) => childrenNamed(total, 'TaxSubtotal'))
  const same = totals.find((one) => code === null || textAlong(one, 'TaxCategory', 'ID') === code)
  const rate =
    (category && figureAt(category, 'Percent')) ??
    (same && (figureAt(same, 'TaxCategory', 'Percent') ?? figureAt(same, 'Percent'))) ??
    (code === 'S' ? '15' : '0')
  return { tax_rate: rate, tax_category: code }
}
