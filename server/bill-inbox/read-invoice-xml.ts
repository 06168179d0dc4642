import { decimal, text } from '#ledger/money.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import { isSignatureOf, readStamp } from '#server/e-document/read-stamp.ts'
import { readDay } from '#server/reading/values/days.ts'
import { allNamed, childrenNamed, elementAlong, textAlong } from '#server/xml/local-name-path.ts'
import { parseXml, type XmlElement, XmlUnreadable } from '#server/xml/parse-xml.ts'
import { discountsOf, figureAt, invoiceRows } from './invoice-rows.ts'
import type { PaperFacts } from './paper-facts.ts'

const rootNames = /(?:^|:)(Invoice|CreditNote|DebitNote)$/

/** A UBL invoice, as the tax authority's format is; null if it is another XML. */
export function readInvoiceXml(written: string): PaperFacts | null {
  const xml = written.trimStart()
  const root = rootOf(xml)
  const kind = root && rootNames.exec(root.name)?.[1]
  if (!root || !kind) return null
  const party = elementAlong(root, 'AccountingSupplierParty', 'Party') ?? root
  const currency = textAlong(root, 'DocumentCurrencyCode') ?? null
  const discount = discountsOf(root)
  return {
    number: textAlong(root, 'ID') ?? null,
    date: dayOf(root, 'IssueDate'),
    due_date: dayOf(root, 'DueDate') ?? dayOf(root, 'PaymentMeans', 'PaymentDueDate'),
    type_code:
      textAlong(root, `${kind}TypeCode`) ?? (kind === 'Invoice' ? null : kind === 'CreditNote' ? '381' : '383'),
    currency,
    order_number: textAlong(root, 'OrderReference', 'ID') ?? null,
    seller: sellerOf(party),
    buyer_vat_number: vatNumberOf(elementAlong(root, 'AccountingCustomerParty', 'Party')),
    rows: invoiceRows(root),
    discount: discount.eq(0) ? null : text(discount),
    ...totalsOf(root, currency),
    ...checkedStamp(root, xml),
  }
}

/** Days may name a time zone: 2026-01-20+03:00. */
const dayOf = (root: XmlElement, ...path: string[]) => readDay((textAlong(root, ...path) ?? '').slice(0, 10))

function sellerOf(party: XmlElement): PaperFacts['seller'] {
  const place = elementAlong(party, 'PostalAddress') ?? party
  return {
    name: textAlong(party, 'PartyLegalEntity', 'RegistrationName') ?? textAlong(party, 'PartyName', 'Name') ?? null,
    vat_number: vatNumberOf(party),
    identifier: textAlong(party, 'PartyIdentification', 'ID') ?? null,
    street: textAlong(place, 'StreetName') ?? null,
    building_number: textAlong(place, 'BuildingNumber') ?? null,
    district: textAlong(place, 'CitySubdivisionName') ?? null,
    city: textAlong(place, 'CityName') ?? null,
    postal_code: textAlong(place, 'PostalZone') ?? null,
  }
}

/** A party may be registered for several taxes. */
function vatNumberOf(party: XmlElement | undefined): string | null {
  const schemes = party ? childrenNamed(party, 'PartyTaxScheme') : []
  const found = schemes.find((one) => textAlong(one, 'TaxScheme', 'ID') === 'VAT') ?? schemes[0]
  return (found && textAlong(found, 'CompanyID'))?.replace(/\s/g, '') ?? null
}

type Totals = Pick<PaperFacts, 'subtotal' | 'tax' | 'total' | 'prepaid' | 'rounding'>

/** Totals in the currency of the document: tax is said in riyals as well. A missing one follows from the others. */
function totalsOf(root: XmlElement, currency: string | null): Totals {
  const totals = elementAlong(root, 'LegalMonetaryTotal') ?? elementAlong(root, 'RequestedMonetaryTotal') ?? root
  const prepaid = figureAt(totals, 'PrepaidAmount')
  const payable = figureAt(totals, 'PayableAmount')
  const rounding = figureAt(totals, 'PayableRoundingAmount') ?? '0'
  const tax = taxIn(root, currency)
  const total =
    figureAt(totals, 'TaxInclusiveAmount') ??
    (payable &&
      text(
        decimal(payable)
          .plus(prepaid ?? '0')
          .minus(rounding),
      ))
  const subtotal = figureAt(totals, 'TaxExclusiveAmount') ?? (total && tax ? text(decimal(total).minus(tax)) : null)
  const notZero = (value: string | null) => (value && !decimal(value).eq(0) ? value : null)
  return { subtotal, tax, total: total || null, prepaid: notZero(prepaid), rounding: notZero(rounding) }
}

function taxIn(root: XmlElement, currency: string | null): string | null {
  const all = childrenNamed(root, 'TaxTotal')
  const own = all.filter((one) => {
    const named = childrenNamed(one, 'TaxAmount')[0]?.attributes.get('currencyID')
    return named === undefined || currency === null || named === currency
  })
  const detailed = own.find((one) => childrenNamed(one, 'TaxSubtotal').length > 0) ?? own[0] ?? all[0]
  return detailed ? figureAt(detailed, 'TaxAmount') : null
}

function rootOf(xml: string): XmlElement | null {
  try {
    return parseXml(xml)
  } catch (error) {
    if (error instanceof XmlUnreadable) return null
    throw error
  }
}

/** For a stamped document: the digest equals that of its content, and the certificate's key signed it. */
function checkedStamp(root: XmlElement, xml: string): Pick<PaperFacts, 'digest_holds' | 'stamp_holds'> {
  if (allNamed(root, 'SignatureValue').length === 0) return { digest_holds: null, stamp_holds: null }
  const stamp = readStamp(root, xml)
  if (!stamp) return { digest_holds: null, stamp_holds: false }
  const digest_holds = stamp.hash === invoiceHash(xml)
  return { digest_holds, stamp_holds: digest_holds && isSignatureOf(stamp.hash, stamp) }
}
