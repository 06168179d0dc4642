import { buyerIdentifier } from '#contract/e-invoice/buyer-identifier.ts'
import type { Address, Flags, IssuedEInvoice, Party, Payment } from '#contract/e-invoice/model.ts'
import { amountIn, taxCategory, writeAllowance, writePrepayment, writeRow } from './write-row.ts'
import { element, leaf } from './xml-element.ts'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
export const rootStart =
  `<Invoice xmlns="${ubl}:Invoice-2" xmlns:cac="${ubl}:CommonAggregateComponents-2"` +
  ` xmlns:cbc="${ubl}:CommonBasicComponents-2" xmlns:ext="${ubl}:CommonExtensionComponents-2">`
export const sellerStart = '<cac:AccountingSupplierParty>'

/**
 * The UBL 2.1 invoice of an e-document, without stamp and QR code, already canonical: one line, no blanks between elements, so that its
 * hash is the SHA-256 of this very text. The order of the elements is the schema's.
 */
export function writeXml(invoice: IssuedEInvoice): string {
  return `${rootStart}${heading(invoice)}${parties(invoice)}${amounts(invoice)}</Invoice>`
}

function heading(invoice: IssuedEInvoice): string {
  return [
    leaf('cbc:ProfileID', 'reporting:1.0'),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:UUID', invoice.uuid),
    leaf('cbc:IssueDate', invoice.issue_date),
    leaf('cbc:IssueTime', invoice.issue_time),
    leaf('cbc:InvoiceTypeCode', invoice.type, { name: transactionCode(invoice.audience, invoice.flags) }),
    ...invoice.notes.map((note) => leaf('cbc:Note', note, { languageID: 'ar' })),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:TaxCurrencyCode', 'SAR'),
    element('cac:OrderReference', leaf('cbc:ID', invoice.purchase_order)),
    ...invoice.references.map((number) =>
      element('cac:BillingReference', element('cac:InvoiceDocumentReference', leaf('cbc:ID', number))),
    ),
    element('cac:ContractDocumentReference', leaf('cbc:ID', invoice.contract)),
    element('cac:AdditionalDocumentReference', leaf('cbc:ID', 'ICV'), leaf('cbc:UUID', invoice.icv)),
    attachment('PIH', invoice.previous_hash),
  ].join('')
}

/** KSA-2: standard or simplified, then third party, nominal, export, summary, self-billed; for a government body two digits more. */
function transactionCode(audience: IssuedEInvoice['audience'], flags: Flags): string {
  const digits = [flags.third_party, flags.nominal, flags.export, flags.summary, flags.self_billed]
  return `${audience === 'standard' ? '01' : '02'}${digits.map(Number).join('')}${flags.government ? '01' : ''}`
}

export const attachment = (id: string, content: string): string =>
  element(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', id),
    element('cac:Attachment', leaf('cbc:EmbeddedDocumentBinaryObject', content, { mimeCode: 'text/plain' })),
  )

function parties({ seller, buyer, supply_date, supply_end_date, payments, note_reason }: IssuedEInvoice): string {
  const customer = buyer && writeParty(buyer, buyerIdentifier(buyer))
  return [
    element('cac:AccountingSupplierParty', writeParty(seller, seller.identifier)),
    // The schema requires the element even if a simplified invoice has no buyer.
    `<cac:AccountingCustomerParty>${customer ?? ''}</cac:AccountingCustomerParty>`,
    element(
      'cac:Delivery',
      leaf('cbc:ActualDeliveryDate', supply_date),
      leaf('cbc:LatestDeliveryDate', supply_end_date),
    ),
    ...paymentsOf(payments, note_reason).map((payment) => writePayment(payment, note_reason)),
  ].join('')
}

const writeParty = (party: Party, identifier: Party['identifier']): string =>
  element(
    'cac:Party',
    element(
      'cac:PartyIdentification',
      leaf('cbc:ID', identifier?.value ?? null, { schemeID: identifier?.scheme ?? null }),
    ),
    party.address ? writeAddress(party.address) : '',
    party.vat_number
      ? element(
          'cac:PartyTaxScheme',
          leaf('cbc:CompanyID', party.vat_number),
          element('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
        )
      : '',
    element('cac:PartyLegalEntity', leaf('cbc:RegistrationName', party.name)),
    element(
      'cac:Contact',
      leaf('cbc:Name', party.contact?.name ?? null),
      leaf('cbc:Telephone', party.contact?.phone ?? null),
      leaf('cbc:Note', party.contact?.note ?? null),
    ),
  )

const writeAddress = (address: Address): string =>
  element(
    'cac:PostalAddress',
    leaf('cbc:StreetName', address.street),
    leaf('cbc:AdditionalStreetName', address.additional_street),
    leaf('cbc:BuildingNumber', address.building),
    leaf('cbc:PlotIdentification', address.additional_number),
    leaf('cbc:CitySubdivisionName', address.district),
    leaf('cbc:CityName', address.city),
    leaf('cbc:PostalZone', address.postal_code),
    leaf('cbc:CountrySubentity', address.province),
    element('cac:Country', leaf('cbc:IdentificationCode', address.country)),
  )

/** The reason of a note is part of the payment means, so there is always one. Code 1 means that none is agreed. */
const paymentsOf = (payments: Payment[], note_reason: string | null): Payment[] =>
  payments.length === 0 && note_reason ? [{ means: '1', account: null, terms: null }] : payments

const writePayment = ({ means, account, terms }: Payment, note_reason: string | null): string =>
  element(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', means),
    leaf('cbc:InstructionNote', note_reason),
    element('cac:PayeeFinancialAccount', leaf('cbc:ID', account), leaf('cbc:PaymentNote', terms)),
  )

function amounts(invoice: IssuedEInvoice): string {
  const { currency, exchange_rate, totals } = invoice
  const amount = amountIn(currency)
  return [
    ...invoice.allowances.map((one) => writeAllowance(one, amount)),
    currency === 'SAR'
      ? ''
      : element(
          'cac:TaxExchangeRate',
          leaf('cbc:SourceCurrencyCode', currency),
          leaf('cbc:TargetCurrencyCode', 'SAR'),
          leaf('cbc:CalculationRate', exchange_rate),
        ),
    // Two, in riyals as well: the first is BT-111 alone, the second BT-110 with its parts.
    element('cac:TaxTotal', leaf('cbc:TaxAmount', totals.tax_sar, { currencyID: 'SAR' })),
    element(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.tax),
      invoice.breakdown.map(({ category, rate, taxable, tax, exemption }) =>
        element(
          'cac:TaxSubtotal',
          amount('cbc:TaxableAmount', taxable),
          amount('cbc:TaxAmount', tax),
          taxCategory('cac:TaxCategory', category, rate, exemption),
        ),
      ),
    ),
    element(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', totals.rows),
      amount('cbc:TaxExclusiveAmount', totals.without_tax),
      amount('cbc:TaxInclusiveAmount', totals.with_tax),
      amount('cbc:AllowanceTotalAmount', totals.allowances),
      amount('cbc:ChargeTotalAmount', totals.charges),
      amount('cbc:PrepaidAmount', totals.prepaid),
      amount('cbc:PayableRoundingAmount', totals.rounding),
      amount('cbc:PayableAmount', totals.payable),
    ),
    ...invoice.rows.map((row) => writeRow(row, amount)),
    ...invoice.prepayments.map((one) => writePrepayment(one, amount)),
  ].join('')
}
