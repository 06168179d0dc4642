import type { Audience, DocumentType, EInvoice, Party } from '#contract/e-invoice/model.ts'
import { all, content, first, textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import { readAllowance, readCategory, readExemption } from './read-category.ts'
import { readParty } from './read-party.ts'
import { readPrepayment, readRow } from './read-row.ts'

/** Reads an e-document from its XML. It is independent of the writer, so that a fault of the writer shows. */
export function readEInvoice(root: XmlElement): EInvoice {
  const at = (path: string) => textAt(root, path)
  const code = first(root, 'cbc:InvoiceTypeCode')
  const supplier = first(root, 'cac:AccountingSupplierParty/cac:Party')
  const customer = first(root, 'cac:AccountingCustomerParty/cac:Party')
  const lines = all(root, 'cac:InvoiceLine')
  const isPrepayment = (line: XmlElement) => first(line, 'cac:DocumentReference') !== null
  const currency = at('cbc:DocumentCurrencyCode') ?? ''
  return {
    number: at('cbc:ID'),
    uuid: at('cbc:UUID'),
    issue_date: at('cbc:IssueDate'),
    issue_time: at('cbc:IssueTime'),
    type: (code ? content(code) : '') as DocumentType,
    ...transaction(code?.attributes.get('name') ?? ''),
    notes: all(root, 'cbc:Note').map(content),
    currency,
    exchange_rate: at('cac:TaxExchangeRate/cbc:CalculationRate'),
    purchase_order: at('cac:OrderReference/cbc:ID'),
    contract: at('cac:ContractDocumentReference/cbc:ID'),
    references: all(root, 'cac:BillingReference').map(
      (one) => textAt(one, 'cac:InvoiceDocumentReference/cbc:ID') ?? '',
    ),
    icv: attached(root, 'ICV', 'cbc:UUID'),
    previous_hash: attached(root, 'PIH', 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject'),
    seller: supplier ? readParty(supplier) : nobody,
    buyer: customer ? readParty(customer) : null,
    supply_date: at('cac:Delivery/cbc:ActualDeliveryDate'),
    supply_end_date: at('cac:Delivery/cbc:LatestDeliveryDate'),
    payments: all(root, 'cac:PaymentMeans').map((one) => ({
      means: textAt(one, 'cbc:PaymentMeansCode') ?? '',
      account: textAt(one, 'cac:PayeeFinancialAccount/cbc:ID'),
      terms: textAt(one, 'cac:PayeeFinancialAccount/cbc:PaymentNote'),
    })),
    note_reason: at('cac:PaymentMeans/cbc:InstructionNote'),
    allowances: all(root, 'cac:AllowanceCharge').map((one) => ({
      ...readAllowance(one),
      ...readCategory(first(one, 'cac:TaxCategory')),
    })),
    ...readAmounts(root),
    rows: lines.filter((line) => !isPrepayment(line)).map(readRow),
    prepayments: lines.filter(isPrepayment).map(readPrepayment),
  }
}

const nobody: Party = { name: null, vat_number: null, identifier: null, address: null, contact: null }

function transaction(name: string): Pick<EInvoice, 'audience' | 'flags'> {
  const audience = { '01': 'standard', '02': 'simplified' }[name.slice(0, 2)] ?? name
  const [third_party, nominal, exported, summary, self_billed] = [2, 3, 4, 5, 6].map((at) => name[at] === '1')
  return {
    audience: audience as Audience,
    flags: {
      third_party: third_party === true,
      nominal: nominal === true,
      export: exported === true,
      summary: summary === true,
      self_billed: self_billed === true,
      government: name.length === 9 && name[8] === '1',
    },
  }
}

/** The content of a supporting document (ICV, PIH, QR). */
export function attached(root: XmlElement, id: string, path: string): string | null {
  const found = all(root, 'cac:AdditionalDocumentReference').find((one) => textAt(one, 'cbc:ID')?.trim() === id)
  return found ? textAt(found, path) : null
}

function readAmounts(root: XmlElement): Pick<EInvoice, 'breakdown' | 'totals'> {
  const taxes = all(root, 'cac:TaxTotal')
  const detailed = taxes.find((one) => first(one, 'cac:TaxSubtotal'))
  const inRiyals = taxes.find((one) => one !== detailed)
  const total = (name: string) => textAt(root, `cac:LegalMonetaryTotal/${name}`)
  return {
    breakdown: (detailed ? all(detailed, 'cac:TaxSubtotal') : []).map((one) => ({
      ...readCategory(first(one, 'cac:TaxCategory')),
      taxable: textAt(one, 'cbc:TaxableAmount') ?? '',
      tax: textAt(one, 'cbc:TaxAmount') ?? '',
      exemption: readExemption(first(one, 'cac:TaxCategory')),
    })),
    totals: {
      rows: total('cbc:LineExtensionAmount') ?? '',
      allowances: total('cbc:AllowanceTotalAmount'),
      charges: total('cbc:ChargeTotalAmount'),
      without_tax: total('cbc:TaxExclusiveAmount') ?? '',
      with_tax: total('cbc:TaxInclusiveAmount') ?? '',
      tax: (detailed && textAt(detailed, 'cbc:TaxAmount')) ?? '',
      tax_sar: (inRiyals && textAt(inRiyals, 'cbc:TaxAmount')) ?? '',
      prepaid: total('cbc:PrepaidAmount'),
      rounding: total('cbc:PayableRoundingAmount'),
      payable: total('cbc:PayableAmount') ?? '',
    },
  }
}
