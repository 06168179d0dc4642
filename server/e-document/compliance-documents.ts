import type { KeyObject } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { calculate, type EInvoiceInput } from '#contract/e-invoice/calculate.ts'
import type { Audience, DocumentType, IssuedEInvoice, Party } from '#contract/e-invoice/model.ts'
import { noteReasonText } from '#contract/e-invoice/note-reasons.ts'
import type { Certificate } from './certificate.ts'
import { firstPreviousHash } from './hash.ts'
import type { SentDocument } from './platform-client.ts'
import { signDocument } from './sign.ts'

type ComplianceSigner = {
  seller: Party
  key: KeyObject
  certificate: Certificate
  /** Riyadh's date and time, and the same moment in UTC, YYYY-MM-DDTHH:mm:ss. */
  issue_date: string
  issue_time: string
  signing_time: string
}
export type ComplianceDocument = SentDocument & { audience: Audience; type: DocumentType }

/**
 * The documents the platform requires before it issues a production certificate: invoice, credit and debit note,
 * standard and simplified, with the seller of the settings. They have no books and a chain of their own.
 */
export function complianceDocuments({
  seller,
  key,
  certificate,
  signing_time,
  ...issued
}: ComplianceSigner): ComplianceDocument[] {
  const documents: ComplianceDocument[] = []
  let previous_hash = firstPreviousHash
  for (const audience of ['standard', 'simplified'] as const)
    for (const type of ['388', '381', '383'] as const) {
      const icv = String(documents.length + 1)
      const document = {
        ...content(seller, audience, type),
        ...issued,
        supply_date: issued.issue_date,
        icv,
        previous_hash,
        number: `COMPLIANCE-${icv}`,
      }
      const invoice = calculate({ ...document, uuid: randomUUID() }) as IssuedEInvoice
      const { xml, hash } = signDocument(invoice, { key, certificate, signing_time })
      previous_hash = hash
      documents.push({ uuid: invoice.uuid, hash, xml, audience, type })
    }
  return documents
}

type Content = Omit<
  EInvoiceInput,
  'number' | 'uuid' | 'icv' | 'previous_hash' | 'issue_date' | 'issue_time' | 'supply_date'
>

function content(seller: Party, audience: Audience, type: DocumentType): Content {
  const isNote = type !== '388'
  return {
    type,
    audience,
    flags: { third_party: false, nominal: false, export: false, summary: false, self_billed: false, government: false },
    notes: [],
    currency: 'SAR',
    exchange_rate: null,
    purchase_order: null,
    contract: null,
    references: isNote ? ['COMPLIANCE-1'] : [],
    seller,
    buyer: audience === 'standard' ? buyerFor(seller) : null,
    supply_end_date: null,
    payments: [{ means: '10', account: null, terms: null }],
    note_reason: isNote ? noteReasonText('returned') : null,
    allowances: [],
    rows: [
      {
        id: '1',
        name: 'بند تجريبي | Test item',
        note: null,
        quantity: '1',
        unit: 'PCE',
        price: '100.00',
        allowances: [],
        category: 'S',
        rate: '15',
        exemption_code: null,
        buyer_code: null,
        seller_code: null,
        standard_code: null,
      },
    ],
    prepayments: [],
  }
}

/** A fictitious buyer at the seller's own address, so that the address is valid. */
const buyerFor = (seller: Party): Party => ({
  name: 'عميل تجريبي | Test customer',
  vat_number: seller.vat_number === '399999999900003' ? '311111111100003' : '399999999900003',
  identifier: null,
  address: seller.address,
  contact: null,
})
