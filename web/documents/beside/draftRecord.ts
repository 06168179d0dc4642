import type { Side } from '#contract/documents/sides.ts'
import { type Draft, draftSource } from '#contract/e-invoice-mapping/draft-source.ts'
import { decimal, parseDecimal, ratio } from '#ledger/money.ts'
import type { Currency } from '../../api/useCurrencyOf.ts'
import { typedRetention } from '../../retention/typedRetention.ts'
import type { DocumentRecord } from '../DocumentForm.tsx'

type RetentionTyped = { percent: string; basis: string }
type Typed = {
  number: string
  due_date: string
  notes: string
  isTaxed: boolean
  currency: Currency
  retention: RetentionTyped
}

/** A draft in the shape of a stored document, for the sheet that draws it: not issued, without a code. */
export function draftRecord(side: Side, draft: Draft, typed: Typed): DocumentRecord {
  const { organization, branch, party } = draft.heads
  const { items, taxes } = draftSource(draft)
  const { subtotal, discount, tax, total } = draft.totals
  const figure = (value: { toString(): string }) => Number(value.toString())
  return {
    ...draft,
    organization,
    branch,
    customer: party,
    [side.party]: party,
    [side.numberField]: typed.number,
    [side.dateField]: draft.document_date,
    due_date: typed.due_date,
    notes: typed.notes || null,
    currency: typed.currency,
    status: side.postedStatus,
    is_void: false,
    is_issued: false,
    is_tax_invoice: typed.isTaxed,
    printed: null,
    e_document: null,
    issue_time: null,
    qr: null,
    deductions: [],
    deducted: 0,
    retention: figure(typedRetention(typed.retention, draft.totals, typed.currency.decimals)),
    retention_percent: Number(parseDecimal(typed.retention.percent || '0') ?? 0),
    subtotal: figure(subtotal),
    discount: figure(discount),
    tax: figure(tax),
    total: figure(total),
    tax_base: Number(draft.tax_base),
    total_base: figure(decimal(total).times(draft.exchange_rate)),
    taxes: taxes.map((one) => ({ ...one, rate: Number(one.rate), base: Number(one.base), assessed_rate: null })),
    items: items.map((item) => ({
      line_number: item.line_number,
      quantity: Number(item.quantity),
      unit: null,
      unit_en: null,
      item_name: item.product_name,
      item_name_en: item.product_name_en,
      cost_center_name: null,
      // What one costs before the tax, also where the price was typed with it.
      net_price: figure(ratio(decimal(item.net).plus(item.discount), 1, item.quantity, 6)),
      discount: Number(item.discount),
      net: Number(item.net),
      tax_rate: Number(item.tax_rate),
      tax: Number(item.tax),
      total: figure(decimal(item.net).plus(item.tax)),
    })),
    // A draft has no number and nothing of the books; the sheet prints neither.
  } as unknown as DocumentRecord
}
