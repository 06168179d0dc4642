import { decimal, text } from '#ledger/money.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import { parseXml, type XmlElement, XmlUnreadable } from '#server/e-document/parse-xml.ts'
import { isSignatureOf, readStamp } from '#server/e-document/platform/read-stamp.ts'
import { allNamed, childrenNamed, elementAlong, textAlong } from '#server/imports/reading/xml-path.ts'
import { readDay } from '#server/imports/values/days.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import type { PaperFacts, PaperRow } from './paper-facts.ts'

/** A UBL invoice, as the tax authority's format is; null if it is another XML. */
export function readInvoiceXml(xml: string): PaperFacts | null {
  const root = rootOf(xml)
  if (!root || !/(^|:)(Invoice|CreditNote|DebitNote)$/.test(root.name)) return null
  const totals = elementAlong(root, 'LegalMonetaryTotal') ?? root
  const party = elementAlong(root, 'AccountingSupplierParty', 'Party') ?? root
  const place = elementAlong(party, 'PostalAddress') ?? party
  return {
    number: textAlong(root, 'ID') ?? null,
    date: readDay(textAlong(root, 'IssueDate') ?? ''),
    due_date: readDay(textAlong(root, 'DueDate') ?? textAlong(root, 'PaymentMeans', 'PaymentDueDate') ?? ''),
    type_code: textAlong(root, 'InvoiceTypeCode') ?? null,
    currency: textAlong(root, 'DocumentCurrencyCode') ?? null,
    seller: {
      name: textAlong(party, 'PartyLegalEntity', 'RegistrationName') ?? textAlong(party, 'PartyName', 'Name') ?? null,
      vat_number: textAlong(party, 'PartyTaxScheme', 'CompanyID') ?? null,
      identifier: textAlong(party, 'PartyIdentification', 'ID') ?? null,
      street: textAlong(place, 'StreetName') ?? null,
      building_number: textAlong(place, 'BuildingNumber') ?? null,
      district: textAlong(place, 'CitySubdivisionName') ?? null,
      city: textAlong(place, 'CityName') ?? null,
      postal_code: textAlong(place, 'PostalZone') ?? null,
    },
    buyer_vat_number: textAlong(root, 'AccountingCustomerParty', 'Party', 'PartyTaxScheme', 'CompanyID') ?? null,
    rows: childrenNamed(root, 'InvoiceLine').flatMap(rowOf),
    discount: allowances(root),
    subtotal: figureAt(totals, 'TaxExclusiveAmount'),
    tax: figureAt(root, 'TaxTotal', 'TaxAmount'),
    total: figureAt(totals, 'TaxInclusiveAmount') ?? figureAt(totals, 'PayableAmount'),
    ...checkedStamp(root, xml),
  }
}

function rootOf(xml: string): XmlElement | null {
  try {
    return parseXml(xml)
  } catch (error) {
    if (error instanceof XmlUnreadable) return null
    throw error
  }
}

function rowOf(line: XmlElement): PaperRow[] {
  const quantity = figureAt(line, 'InvoicedQuantity') ?? '1'
  const amount = figureAt(line, 'LineExtensionAmount') ?? '0'
  const price = figureAt(line, 'Price', 'PriceAmount')
  const base = figureAt(line, 'Price', 'BaseQuantity') ?? '1'
  if (decimal(quantity).eq(0)) return []
  return [
    {
      name: textAlong(line, 'Item', 'Name') ?? textAlong(line, 'Item', 'Description') ?? '',
      code: textAlong(line, 'Item', 'SellersItemIdentification', 'ID') ?? null,
      quantity,
      price: decimal(base).eq(1) || price === null ? (price ?? perUnit(amount, quantity)) : perUnit(price, base),
      discount: allowances(line),
      tax_rate: figureAt(line, 'Item', 'ClassifiedTaxCategory', 'Percent') ?? '0',
      amount,
    },
  ]
}

const perUnit = (amount: string, quantity: string) => text(decimal(amount).div(quantity).round(6))

/** Discounts less charges. */
function allowances(element: XmlElement): string | null {
  const all = childrenNamed(element, 'AllowanceCharge')
  if (all.length === 0) return null
  const sum = all.reduce((before, one) => {
    const amount = decimal(figureAt(one, 'Amount') ?? '0')
    return textAlong(one, 'ChargeIndicator') === 'true' ? before.minus(amount) : before.plus(amount)
  }, decimal(0))
  return sum.eq(0) ? null : text(sum)
}

const figureAt = (element: XmlElement, ...path: readonly string[]): string | null =>
  readFigure(textAlong(element, ...path) ?? '')

/** For a stamped document: the digest equals that of its content, and the certificate's key signed it. */
function checkedStamp(root: XmlElement, xml: string): Pick<PaperFacts, 'digest_holds' | 'stamp_holds'> {
  if (allNamed(root, 'SignatureValue').length === 0) return { digest_holds: null, stamp_holds: null }
  const stamp = readStamp(root, xml)
  if (!stamp) return { digest_holds: null, stamp_holds: false }
  const digest_holds = stamp.hash === invoiceHash(xml)
  return { digest_holds, stamp_holds: digest_holds && isSignatureOf(stamp.hash, stamp) }
}
