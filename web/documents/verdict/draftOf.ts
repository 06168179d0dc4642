import { memoNames } from '#contract/documents/memo-fields.ts'
import type { Draft, DraftTax } from '#contract/e-invoice-mapping/draft-source.ts'
import type { SourceHeads } from '#contract/e-invoice-mapping/e-invoice-source.ts'
import { decimal, parseDecimal, round, text } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import type { Currency } from '../../api/useCurrencyOf.ts'
import type { Values } from '../../ui/form/FormScope.ts'
import { type GivenDiscount, reckonedDiscount } from '../items/DiscountInput.tsx'
import { reckoned } from '../items/itemColumns.tsx'
import type { ItemRow } from '../items/itemRow.ts'
import type { TaxChoice } from '../items/RowTaxCell.tsx'

export type Typed = {
  kind: 'invoice' | 'advance_invoice'
  values: Values
  rows: readonly ItemRow[]
  taxId: string
  taxes: readonly TaxChoice[]
  discount: GivenDiscount
  includesTax: boolean
  currency: Currency
}
type Heads = SourceHeads & { exchange_rate: string | null }

/** The document as typed so far, for the rules; null until it has a row with product, quantity and price. */
export function draftOf({ values, taxes, ...typed }: Typed, dateField: string, heads: Heads): Draft | null {
  const lines = typed.rows.flatMap((row) => {
    const figures = row.product_id === '' ? null : reckoned(row)
    if (!figures) return []
    const tax = taxOf(row, typed.taxId, taxes)
    const words = { product_name: row.product_name || row.label || '', product_name_en: null }
    const { tax_key: _, discount_percent, ...rest } = figures
    return [{ ...rest, ...words, discount_percent: discount_percent ?? null, tax }]
  })
  if (lines.length === 0) return null
  const discount = reckonedDiscount(typed.discount)
  const totals = documentTotals({
    lines: lines.map(({ tax, ...line }) => ({ ...line, tax_key: String(tax?.id ?? '') })),
    decimals: typed.currency.decimals,
    discount,
    prices_include_tax: typed.includesTax,
  })
  const exchange_rate = parseDecimal(String(values.exchange_rate ?? '')) ?? heads.exchange_rate ?? '0'
  const { party, branch, organization } = heads
  return {
    ...Object.fromEntries(memoNames.map((name) => [name, String(values[name] ?? '') || null])),
    kind: typed.kind,
    document_date: String(values[dateField] ?? ''),
    heads: { party, branch, organization },
    currency: typed.currency,
    exchange_rate,
    audience: String(values.audience ?? '') || null,
    prices_include_tax: typed.includesTax,
    discount_percent: discount.discount_percent,
    tax_base: text(round(totals.tax.times(decimal(exchange_rate)), 2)),
    rows: lines,
    totals,
  }
}

/** The tax of a row: its own, otherwise the document's if the rate matches. Undefined is out of scope. */
function taxOf(row: ItemRow, taxId: string, taxes: readonly TaxChoice[]): DraftTax | undefined {
  if (row.tax_id !== '') return taxes.find(({ id }) => String(id) === row.tax_id)
  const usual = taxes.find(({ id }) => String(id) === taxId)
  return usual && decimal(row.tax_rate || '0').eq(usual.charged_rate) ? usual : undefined
}
