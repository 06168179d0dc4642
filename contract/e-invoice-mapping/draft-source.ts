import { text } from '#ledger/money.ts'
import type { Totals } from '#ledger/totals.ts'
import { type Memo, memoNames } from '../documents/memo-fields.ts'
import { printedExemption } from '../e-invoice/exemption-reasons.ts'
import type { EInvoice } from '../e-invoice/model.ts'
import { type Verdict, verdictOf } from '../e-invoice/verdict.ts'
import { substitutedIn } from '../paper/printable-text.ts'
import { documentToEInvoice } from './document-to-e-invoice.ts'
import type { EInvoiceSource, SourceHeads, SourceItem, SourceTax } from './e-invoice-source.ts'

/** A tax as it is chosen on a row. */
export type DraftTax = {
  id: number
  category: string
  exemption_code: string | null
  exemption_reason?: string | null
  exemption_reason_en?: string | null
}
export type DraftRow = Pick<
  SourceItem,
  'product_name' | 'product_name_en' | 'quantity' | 'price' | 'tax_rate' | 'discount_percent'
> & { tax: DraftTax | undefined }
/** A sales document that is not stored yet: rows as typed, and `totals` computed from them with `tax_key` the id of the row's tax. */
export type Draft = Partial<Memo> & {
  kind: 'invoice' | 'advance_invoice'
  document_date: string
  heads: SourceHeads
  currency: { code: string }
  exchange_rate: string
  /** Null: decided by the type of the buyer. */
  audience: string | null
  prices_include_tax: boolean
  discount_percent: string | null
  tax_base: string
  rows: readonly DraftRow[]
  totals: Totals
}

const noMemo = Object.fromEntries(memoNames.map((name) => [name, null])) as Memo

export function draftSource({ heads, rows, totals, kind, ...draft }: Draft): EInvoiceSource {
  const { organization, branch, party } = heads
  return {
    ...noMemo,
    ...draft,
    organization,
    branch,
    party,
    kind,
    number: null,
    reason_code: null,
    reason: null,
    deductions: [],
    items: rows.map((row, index) => itemOf(row, index, totals)),
    taxes: totals.taxes.map((tax) => taxOf(tax, rows)),
  }
}

function itemOf({ tax, ...row }: DraftRow, index: number, { lines }: Totals): SourceItem {
  const own = lines[index]
  if (!own) throw new Error('a row without its totals')
  return {
    ...row,
    line_number: index + 1,
    tax_id: tax?.id ?? null,
    discount: text(own.discount),
    discount_share: text(own.discount_share),
    net: text(own.net),
    tax: text(own.tax),
  }
}

function taxOf({ key, rate, base, discount, tax }: Totals['taxes'][number], rows: readonly DraftRow[]): SourceTax {
  const charged = rows.find((row) => String(row.tax?.id) === key)?.tax
  return {
    tax_id: charged?.id ?? null,
    category: charged?.category ?? (rate.gt(0) ? 'S' : 'O'),
    rate: text(rate),
    base: text(base),
    discount: text(discount),
    tax: text(tax),
    ...printedExemption({ ...noExemption, ...charged }),
  }
}
const noExemption = { exemption_code: null, exemption_reason: null, exemption_reason_en: null }

/** The e-invoice that the draft would become today. Number, time and position in the chain are not known yet. */
export const draftEInvoice = (source: EInvoiceSource, today: string): EInvoice => ({
  ...documentToEInvoice(source, { reference: null, rows: [], advances: [] }, unissued(today)),
  number: null,
})

const unissued = (issue_date: string) => ({ uuid: '', icv: '', previous_hash: '', issue_date, issue_time: '00:00:00' })

/** The authority's expected verdict on the draft if it were issued today, and the characters that its paper cannot show. */
export function verdictOfDraft(draft: Draft, today: string): Verdict & { substituted: string[] } {
  const invoice = draftEInvoice(draftSource(draft), today)
  return { ...verdictOf(invoice, { today, stage: 'draft' }), substituted: substitutedIn(invoice) }
}
