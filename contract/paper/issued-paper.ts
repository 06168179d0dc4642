import { z } from 'zod'
import { memoPrinted } from '../documents/memo-fields.ts'
import { addressPrinted } from '../fields/national-address.ts'

/**
 * What a paper says in addition to its figures and product names. It is stored when the paper is issued and never changes,
 * because people and things may have other names later. The row itself is `issued_papers`.
 */
const maybeSaid = z.string().nullable()
const maybeAsked = maybeSaid.optional()
const named = z.object({ id: z.number(), name: z.string(), name_en: maybeSaid })
const contact = { address: maybeSaid, phone: maybeSaid, mobile: maybeSaid, email: maybeSaid }

/** Whose paper it is. */
const issuer = z.object({
  name: z.string(),
  name_en: maybeSaid,
  tax_number: maybeSaid,
  commercial_registration: maybeSaid,
  /** Since it is asked for. */
  registration_scheme: maybeAsked,
  address: maybeSaid,
  logo: maybeSaid,
  ...addressPrinted,
})
/** A party with what a tax invoice needs of it, its national address in parts. */
const party = named.extend({
  ...contact,
  status: z.string(),
  tax_number: maybeSaid,
  commercial_registration: maybeSaid,
  /** Since it is asked for: person or business, and another identifier by its scheme. */
  type: maybeAsked,
  identifier_scheme: maybeAsked,
  identifier_value: maybeAsked,
  ...addressPrinted,
})
const branch = named.extend({
  ...contact,
  status: z.string(),
  city_en: maybeSaid,
  commercial_registration: maybeAsked,
  registration_scheme: maybeAsked,
  ...addressPrinted,
})
const currency = named.extend({ code: z.string(), symbol: z.string(), decimals: z.number() })

/** Invoices, advance invoices, notes, bills and customs declarations. */
export const documentPaper = z.object({
  organization: issuer,
  party,
  branch,
  currency,
  /** Whether the seller was registered for VAT then: what the paper may call itself. */
  is_tax_invoice: z.boolean(),
  /** The QR code, as it is printed: base64 of the TLV fields. */
  qr: maybeSaid,
  /** These may be changed for our own use afterwards; the paper goes on saying what was issued. */
  due_date: z.string(),
  ...memoPrinted,
  units: z.array(z.object({ line_number: z.number(), unit: maybeSaid, unit_en: maybeSaid })),
})
/** A quotation as it was accepted. Its rows and figures never change after that. */
const orderPaper = documentPaper.pick({ organization: true, party: true, branch: true, currency: true, units: true })
/** Seller, branch and buyer of a document. */
export const documentHeads = documentPaper.pick({ organization: true, branch: true, party: true })
/** Receipt and payment vouchers. */
const voucherPaper = z.object({ organization: issuer, party: named, payment_method: named, currency, notes: maybeSaid })
/** The voucher of what was given back of an advance. */
const refundPaper = z.object({
  organization: issuer,
  party: named,
  method: named.omit({ id: true }).nullable(),
})
const setOffPaper = z.object({ organization: issuer, customer: named, supplier: named, currency })
/** For open lines: their party and its name. */
const reconciliationPaper = z.object({
  organization: issuer,
  account: named.extend({ number: z.string() }),
  currency,
  lines: z.array(
    z.object({
      entry_id: z.number(),
      line_number: z.number(),
      number: maybeSaid,
      description: maybeSaid,
      party: maybeSaid,
      party_en: maybeSaid,
    }),
  ),
})

export type DocumentPaper = z.output<typeof documentPaper>
export type IssuedPaper = {
  document: DocumentPaper
  voucher: z.output<typeof voucherPaper>
  refund: z.output<typeof refundPaper>
  set_off: z.output<typeof setOffPaper>
  reconciliation: z.output<typeof reconciliationPaper>
  order: z.output<typeof orderPaper>
}
