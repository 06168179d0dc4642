import type { Allowance, Category, DocumentAllowance, Exemption, Prepayment, Row } from '#contract/e-invoice/model.ts'
import { element, leaf } from './xml-element.ts'

type Amount = (name: string, value: string | null) => string

/** An amount in the currency of the document. */
export const amountIn =
  (currency: string): Amount =>
  (name, value) =>
    leaf(name, value, { currencyID: currency })

export const taxCategory = (
  name: string,
  category: Category,
  rate: string,
  exemption: Exemption | null = null,
): string =>
  element(
    name,
    leaf('cbc:ID', category),
    leaf('cbc:Percent', rate),
    leaf('cbc:TaxExemptionReasonCode', exemption?.code ?? null),
    leaf('cbc:TaxExemptionReason', exemption?.text ?? null),
    element('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  )

export const writeAllowance = (one: Allowance | DocumentAllowance, amount: Amount): string =>
  element(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(one.is_charge)),
    leaf('cbc:AllowanceChargeReasonCode', one.reason_code),
    leaf('cbc:AllowanceChargeReason', one.reason),
    leaf('cbc:MultiplierFactorNumeric', one.percent),
    amount('cbc:Amount', one.amount),
    amount('cbc:BaseAmount', one.base),
    'category' in one ? taxCategory('cac:TaxCategory', one.category, one.rate) : '',
  )

/** BG-25. */
export const writeRow = (row: Row, amount: Amount): string =>
  element(
    'cac:InvoiceLine',
    leaf('cbc:ID', row.id),
    leaf('cbc:Note', row.note),
    leaf('cbc:InvoicedQuantity', row.quantity, { unitCode: row.unit }),
    amount('cbc:LineExtensionAmount', row.net),
    row.allowances.map((one) => writeAllowance(one, amount)),
    element('cac:TaxTotal', amount('cbc:TaxAmount', row.tax), amount('cbc:RoundingAmount', row.gross)),
    element(
      'cac:Item',
      leaf('cbc:Name', row.name),
      element('cac:BuyersItemIdentification', leaf('cbc:ID', row.buyer_code)),
      element('cac:SellersItemIdentification', leaf('cbc:ID', row.seller_code)),
      element('cac:StandardItemIdentification', leaf('cbc:ID', row.standard_code)),
      taxCategory('cac:ClassifiedTaxCategory', row.category, row.rate),
    ),
    element('cac:Price', amount('cbc:PriceAmount', row.price)),
  )

/** A row of zeros that names an advance invoice and what of it is deducted. */
export const writePrepayment = (one: Prepayment, amount: Amount): string =>
  element(
    'cac:InvoiceLine',
    leaf('cbc:ID', one.id),
    leaf('cbc:InvoicedQuantity', '0.00', { unitCode: 'PCE' }),
    amount('cbc:LineExtensionAmount', '0.00'),
    element(
      'cac:DocumentReference',
      leaf('cbc:ID', one.number),
      leaf('cbc:UUID', one.uuid),
      leaf('cbc:IssueDate', one.issue_date),
      leaf('cbc:IssueTime', one.issue_time),
      leaf('cbc:DocumentTypeCode', one.type),
    ),
    element(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', '0.00'),
      amount('cbc:RoundingAmount', '0.00'),
      element(
        'cac:TaxSubtotal',
        amount('cbc:TaxableAmount', one.taxable),
        amount('cbc:TaxAmount', one.tax),
        taxCategory('cac:TaxCategory', one.category, one.rate, one.exemption),
      ),
    ),
    element('cac:Item', leaf('cbc:Name', one.name), taxCategory('cac:ClassifiedTaxCategory', one.category, one.rate)),
    element('cac:Price', amount('cbc:PriceAmount', '0.00')),
  )
