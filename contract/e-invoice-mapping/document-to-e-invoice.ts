import { decimal, round, text } from '#ledger/money.ts'
import { calculate, type EInvoiceInput } from '../e-invoice/calculate.ts'
import type { Audience, DocumentType, Flags, IssuedEInvoice } from '../e-invoice/model.ts'
import { type NoteReason, noteReasonText } from '../e-invoice/note-reasons.ts'
import { buyerOf, sellerOf } from './e-invoice-parties.ts'
import { documentDiscounts, eInvoiceRows, postedOf, prepaymentsOf } from './e-invoice-rows.ts'
import type { EInvoiceFacts, EInvoiceSource } from './e-invoice-source.ts'

/** The number, time and position in the chain of an issued document. */
export type Issuing = Pick<IssuedEInvoice, 'uuid' | 'issue_date' | 'issue_time' | 'icv' | 'previous_hash'>

const types: Record<string, DocumentType> = {
  invoice: '388',
  advance_invoice: '386',
  credit_note: '381',
  debit_note: '383',
}
/** UNTDID 4461: not defined. */
const anyMeans = '1'

/** A sales document in the authority's model: what its paper says, and nothing more. */
export function documentToEInvoice(row: EInvoiceSource, facts: EInvoiceFacts, issuing: Issuing): IssuedEInvoice {
  const audience = audienceOf(row)
  const type = types[row.kind] as DocumentType
  const isNote = type === '381' || type === '383'
  const rows = eInvoiceRows(row, facts)
  return calculate({
    ...issuing,
    number: row.number as string,
    type,
    audience,
    flags: flagsOf(row, rows),
    // A note holds a thousand characters.
    notes: row.notes?.match(/[\s\S]{1,1000}/gu) ?? [],
    currency: row.currency.code,
    exchange_rate: row.currency.code === 'SAR' ? null : shortRate(row.exchange_rate),
    purchase_order: row.po_number,
    contract: row.contract_number,
    references: isNote && facts.reference ? [facts.reference] : [],
    seller: sellerOf(row),
    buyer: buyerOf(row, audience),
    // The supply date is the document date by default.
    supply_date: row.supply_date ?? (isNote ? null : row.document_date),
    supply_end_date: row.supply_end_date,
    payments: [{ means: row.payment_means ?? anyMeans, account: null, terms: row.payment_terms }],
    note_reason: isNote ? reasonOf(row) : null,
    allowances: documentDiscounts(row),
    rows,
    prepayments: prepaymentsOf(row, facts),
    posted: postedOf(row),
  }) as IssuedEInvoice
}

/** An invoice of the buyer's own making is not offered (`transactionKinds`). */
const flagsOf = ({ transaction_kind: kind }: EInvoiceSource, rows: EInvoiceInput['rows']): Flags => ({
  third_party: kind === 'third_party',
  nominal: kind === 'nominal',
  export: isExport(rows),
  summary: kind === 'summary',
  self_billed: false,
  government: kind === 'government',
})

/** At most fourteen characters (BR-KSA-90): ten decimals wherever the rate is below a thousand. */
function shortRate(exchange_rate: string): string {
  const rate = decimal(exchange_rate)
  const whole = text(round(rate, 0)).length
  return text(round(rate, Math.max(0, 13 - whole)))
}

/** As it was posted; older documents follow who the buyer is. */
const audienceOf = ({
  audience,
  party,
}: Pick<EInvoiceSource, 'audience'> & { party: { type?: string | null | undefined } }) =>
  (audience ?? (party.type === 'individual' ? 'simplified' : 'standard')) as Audience

/** The legal reason in both languages with what was written; older notes have the latter only. */
const reasonOf = ({ reason_code, reason }: Pick<EInvoiceSource, 'reason_code' | 'reason'>): string | null =>
  reason_code ? noteReasonText(reason_code as NoteReason, reason) : reason

/** Exports alone make an export; a mixture is refused by the rules, with the way out. */
const isExport = (rows: EInvoiceInput['rows']): boolean =>
  rows.length > 0 && rows.every(({ exemption_code }) => /^VATEX-SA-3[23]$/.test(exemption_code ?? ''))
