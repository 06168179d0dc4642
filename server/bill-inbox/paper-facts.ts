/** The content of a supplier's paper as read. Figures are canonical text. */
export type PaperFacts = {
  number: string | null
  date: string | null
  due_date: string | null
  /** 388 is an invoice, 381 a credit note, 383 a debit note, 386 an advance. */
  type_code: string | null
  currency: string | null
  /** The purchase order that it names (BT-13); absent from papers of before. */
  order_number?: string | null
  seller: {
    name: string | null
    vat_number: string | null
    identifier: string | null
    street: string | null
    building_number: string | null
    district: string | null
    city: string | null
    postal_code: string | null
  }
  buyer_vat_number: string | null
  rows: PaperRow[]
  /** Before tax, of the document as a whole. */
  discount: string | null
  subtotal: string | null
  tax: string | null
  total: string | null
  /** What was paid in advance and is no longer due; absent from papers of before. */
  prepaid?: string | null
  /** By how much the amount to pay is rounded (BT-114), below zero where less is due. */
  rounding?: string | null
  /** Whether its digest and its stamp are right; null where it has none. */
  digest_holds: boolean | null
  stamp_holds: boolean | null
}
export type PaperRow = {
  name: string
  code: string | null
  quantity: string
  /** The code of the unit that quantity and price are of; absent where the paper does not say it, and from papers of before. */
  unit?: string | null
  price: string
  discount: string | null
  tax_rate: string
  /** S, Z, E or O; absent where the paper does not say it. */
  tax_category?: string | null
  /** Before tax, after the discount. */
  amount: string
}

export const noSeller: PaperFacts['seller'] = {
  name: null,
  vat_number: null,
  identifier: null,
  street: null,
  building_number: null,
  district: null,
  city: null,
  postal_code: null,
}
