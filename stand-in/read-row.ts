import type { Prepayment, Row } from '#contract/e-invoice/model.ts'
import { all, first, textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import { readAllowance, readCategory, readExemption } from './read-category.ts'

/** BG-25. The reason for bearing no tax is not on the line, so a row does not have it. */
export function readRow(line: XmlElement): Row {
  const at = (path: string) => textAt(line, path)
  return {
    id: at('cbc:ID') ?? '',
    name: at('cac:Item/cbc:Name') ?? '',
    note: at('cbc:Note'),
    quantity: at('cbc:InvoicedQuantity') ?? '',
    unit: first(line, 'cbc:InvoicedQuantity')?.attributes.get('unitCode') ?? null,
    price: at('cac:Price/cbc:PriceAmount') ?? '',
    allowances: all(line, 'cac:AllowanceCharge').map(readAllowance),
    net: at('cbc:LineExtensionAmount') ?? '',
    tax: at('cac:TaxTotal/cbc:TaxAmount'),
    gross: at('cac:TaxTotal/cbc:RoundingAmount'),
    ...readCategory(first(line, 'cac:Item/cac:ClassifiedTaxCategory')),
    exemption_code: null,
    buyer_code: at('cac:Item/cac:BuyersItemIdentification/cbc:ID'),
    seller_code: at('cac:Item/cac:SellersItemIdentification/cbc:ID'),
    standard_code: at('cac:Item/cac:StandardItemIdentification/cbc:ID'),
  }
}

/** A line that names an advance invoice. */
export function readPrepayment(line: XmlElement): Prepayment {
  const reference = (name: string) => textAt(line, `cac:DocumentReference/${name}`)
  const subtotal = first(line, 'cac:TaxTotal/cac:TaxSubtotal')
  const category = first(line, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')
  return {
    id: textAt(line, 'cbc:ID') ?? '',
    name: textAt(line, 'cac:Item/cbc:Name') ?? '',
    number: reference('cbc:ID'),
    uuid: reference('cbc:UUID'),
    issue_date: reference('cbc:IssueDate'),
    issue_time: reference('cbc:IssueTime'),
    type: reference('cbc:DocumentTypeCode')?.trim() ?? '',
    ...readCategory(category),
    taxable: (subtotal && textAt(subtotal, 'cbc:TaxableAmount')) ?? '',
    tax: (subtotal && textAt(subtotal, 'cbc:TaxAmount')) ?? '',
    exemption: readExemption(category),
  }
}
