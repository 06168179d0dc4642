import type { Memo, MemoName } from '../documents/memo-fields.ts'
import type { DocumentPaper } from '../paper/issued-paper.ts'

/** Amounts, quantities, prices and rates are decimal text. */
export type SourceItem = {
  line_number: number
  product_name: string
  product_name_en: string | null
  quantity: string
  price: string
  tax_id: number | null
  tax_rate: string
  discount_percent: string | null
  /** The row's own discount and its share of the document's, both before tax. */
  discount: string
  discount_share: string
  /** The posted amount, after both discounts. */
  net: string
  /** As printed for the row, before its share of the document's discount. */
  tax: string
}
/** One of its taxes: `base` is after the document's discount, of which `discount` is the part of this tax. */
export type SourceTax = {
  tax_id: number | null
  category: string
  rate: string
  base: string
  discount: string
  tax: string
  exemption_code: string | null
  exemption_reason: string | null
  exemption_reason_en: string | null
}
/** Seller, branch and buyer as the paper prints them. */
export type SourceHeads = Pick<DocumentPaper, 'organization' | 'branch' | 'party'>

/** The source of the e-invoice of a sales document: a stored document, or one being typed. */
export type EInvoiceSource = SourceHeads &
  Pick<Memo, MemoName> & {
    kind: string
    number: string | null
    document_date: string
    currency: { code: string }
    /** Base currency for one unit of the document's. */
    exchange_rate: string
    audience: string | null
    reason_code: string | null
    reason: string | null
    prices_include_tax: boolean
    discount_percent: string | null
    /** The tax in riyals. */
    tax_base: string
    items: readonly SourceItem[]
    taxes: readonly SourceTax[]
    /** The advances that it deducts. */
    deductions: readonly { number: string; net: string; tax: string }[]
  }

/** Data the source does not contain: product codes, the corrected document, deducted advances. */
export type EInvoiceFacts = {
  reference: string | null
  rows: { line_number: number; code: string | null; unit: string | null }[]
  advances: DeductedAdvance[]
}
/** An advance invoice bears one tax. */
export type DeductedAdvance = {
  number: string
  date: string
  time: string | null
  uuid: string | null
  category: 'S' | 'Z' | 'E' | 'O'
  rate: string
  exemption_code: string | null
}
