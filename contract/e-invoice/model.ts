/**
 * An e-document of ZATCA phase 2 as plain data, before it becomes XML. Amounts, quantities, prices and rates are decimal text, dates are
 * YYYY-MM-DD and times HH:mm:ss of Riyadh. What is not given is null. Names in comments are those of the standard (BT-…, KSA-…).
 */
export type EInvoice = {
  /** BT-1. Null until the document has its number. */
  number: string | null
  /** KSA-1. */
  uuid: string | null
  /** BT-2 and KSA-25: the same pair on paper, in the QR code and in the XML. */
  issue_date: string | null
  issue_time: string | null
  /** BT-3: 388 invoice, 381 credit note, 383 debit note, 386 advance invoice. */
  type: DocumentType
  /** KSA-2, first two digits: standard 01, simplified 02. */
  audience: Audience
  /** KSA-2, from the third digit. */
  flags: Flags
  /** BT-22. */
  notes: string[]
  /** BT-5. The tax currency is always SAR. */
  currency: string
  /** KSA-39: riyals for one unit of the document's currency; null in riyals. */
  exchange_rate: string | null
  /** BT-13, BT-12. */
  purchase_order: string | null
  contract: string | null
  /** BT-25: the numbers of what a note corrects. */
  references: string[]
  /** KSA-16: the unit's counter. */
  icv: string | null
  /** KSA-13: the hash of the unit's previous document. */
  previous_hash: string | null
  seller: Party
  /** Null when a simplified document has no buyer. */
  buyer: Party | null
  /** KSA-5, KSA-24. */
  supply_date: string | null
  supply_end_date: string | null
  payments: Payment[]
  /** KSA-10: why the note is issued. */
  note_reason: string | null
  /** Discounts and charges of the whole document (BG-20, BG-21). */
  allowances: DocumentAllowance[]
  /** BG-23: one for each category and rate. */
  breakdown: TaxSubtotal[]
  totals: Totals
  rows: Row[]
  /** The advance invoices deducted here (KSA-26 to KSA-34). */
  prepayments: Prepayment[]
}

/** The input of the writer: number, time and position in the chain are known. */
export type IssuedEInvoice = EInvoice & {
  [Field in 'number' | 'uuid' | 'issue_date' | 'issue_time' | 'icv' | 'previous_hash']: string
}

export type DocumentType = '388' | '381' | '383' | '386'
export type Audience = 'standard' | 'simplified'
export type Flags = {
  third_party: boolean
  nominal: boolean
  export: boolean
  summary: boolean
  self_billed: boolean
  /** The ninth digit, which is written only where it is set. */
  government: boolean
}
/** Standard rated, zero rated, exempt, out of scope. */
export type Category = 'S' | 'Z' | 'E' | 'O'

export type Party = {
  /** BT-27, BT-44. */
  name: string | null
  /** BT-31, BT-48. */
  vat_number: string | null
  /** BT-29, BT-46: another identifier with its scheme, CRN for one. */
  identifier: { scheme: string; value: string } | null
  address: Address | null
  /** BG-9, of the buyer. */
  contact: { name: string | null; phone: string | null; note: string | null } | null
}

export type Address = {
  street: string | null
  additional_street: string | null
  building: string | null
  /** KSA-23, KSA-19: the additional number of the national address. */
  additional_number: string | null
  district: string | null
  city: string | null
  postal_code: string | null
  province: string | null
  /** ISO 3166-1, two capital letters. */
  country: string | null
}

/** BT-81, BT-84, KSA-22. */
export type Payment = { means: string; account: string | null; terms: string | null }

/** A discount, or a charge, of a row (BG-27, BG-28). Percent and base come together or not at all. */
export type Allowance = {
  is_charge: boolean
  reason_code: string | null
  reason: string | null
  percent: string | null
  base: string | null
  amount: string
}
export type DocumentAllowance = Allowance & { category: Category; rate: string }

export type Exemption = { code: string | null; text: string | null }

export type TaxSubtotal = {
  category: Category
  rate: string
  taxable: string
  tax: string
  exemption: Exemption | null
}

export type Totals = {
  /** BT-106 to BT-108: the sums of rows, discounts and charges. */
  rows: string
  allowances: string | null
  charges: string | null
  /** BT-109, BT-112. */
  without_tax: string
  with_tax: string
  /** BT-110 in the document's currency, BT-111 in riyals. */
  tax: string
  tax_sar: string
  /** BT-113 to BT-115. */
  prepaid: string | null
  rounding: string | null
  payable: string
}

export type Row = {
  /** BT-126: one to six characters. */
  id: string
  /** BT-153. */
  name: string
  note: string | null
  quantity: string
  /** BT-130. */
  unit: string | null
  /** BT-146: of one unit, without tax, as many decimals as it takes. */
  price: string
  allowances: Allowance[]
  /** BT-131, KSA-11, KSA-12. */
  net: string
  tax: string | null
  gross: string | null
  category: Category
  rate: string
  /** The reason for no tax. The XML states it once per category; the form asks for it on the row. */
  exemption_code: string | null
  /** BT-156, BT-155, BT-157. */
  buyer_code: string | null
  seller_code: string | null
  standard_code: string | null
}

export type Prepayment = {
  /** BT-126 of the row that deducts it. */
  id: string
  name: string
  /** KSA-26 to KSA-30: the advance invoice. */
  number: string | null
  uuid: string | null
  issue_date: string | null
  issue_time: string | null
  type: string
  /** KSA-31 to KSA-34, KSA-41, KSA-42. */
  category: Category
  rate: string
  taxable: string
  tax: string
  exemption: Exemption | null
}
