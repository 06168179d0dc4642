import { text } from '#ledger/money.ts'
import type { Totals } from '#ledger/totals.ts'
import type { Memo } from '../documents/memo-fields.ts'
import { exemptionReasons } from '../e-invoice/exemption-reasons.ts'
import type { EInvoice } from '../e-invoice/model.ts'
import { type Verdict, verdictOf } from '../e-invoice/verdict.ts'
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
export const draftKinds = { invoice: true, advance_invoice: true, credit_note: true, debit_note: true } as const
/** What a note corrects, by its number, and why. */
export type Correction = { reference: string; reason_code: string | null; reason: string | null }
/** A sales document that is not stored yet: rows as typed, and `totals` computed from them with `tax_key` the id of the row's tax. */
export type Draft = Partial<Memo & Correction> & {
  kind: keyof typeof draftKinds
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

const noMemo: Memo = {
  ...{ notes: null, supply_date: null, supply_end_date: null, po_number: null, contract_number: null },
  ...{ payment_terms: null, payment_means: null },
}

export function draftSource({ heads, rows, totals, kind, ...draft }: Draft): EInvoiceSource {
  const { organization, branch, party } = heads
  return {
    ...noMemo,
    ...{ reason_code: null, reason: null },
    ...draft,
    ...{ organization, branch, party, kind, number: null, deductions: [] },
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
  }
}

function taxOf({ key, rate, base, discount, tax }: Totals['taxes'][number], rows: readonly DraftRow[]): SourceTax {
  const charged = rows.find((row) => String(row.tax?.id) === key)?.tax
  const exemption_code = charged?.exemption_code ?? null
  const listed = exemption_code === null ? undefined : exemptionReasons[exemption_code]
  return {
    ...{ tax_id: charged?.id ?? null, exemption_code },
    category: charged?.category ?? (rate.gt(0) ? 'S' : 'O'),
    ...{ rate: text(rate), base: text(base), discount: text(discount), tax: text(tax) },
    exemption_reason: charged?.exemption_reason ?? listed?.ar ?? null,
    exemption_reason_en: charged?.exemption_reason_en ?? listed?.en ?? null,
  }
}

/** The e-invoice that the draft would become today. Number, time and position in the chain are not known yet. */
export const draftEInvoice = (source: EInvoiceSource, today: string, reference: string | null = null): EInvoice => ({
  ...documentToEInvoice(source, { reference, rows: [], advances: [] }, unissued(today)),
  number: null,
})

const unissued = (issue_date: string) => ({
  ...{ uuid: '', icv: '', previous_hash: '', issue_date, issue_time: '00:00:00' },
})

/** What the authority would say of the draft if it were issued today. */
export const verdictOfDraft = (draft: Draft, today: string): Verdict =>
  verdictOf(draftEInvoice(draftSource(draft), today), { today, stage: 'draft' })
