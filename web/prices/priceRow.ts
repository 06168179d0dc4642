import { localName } from '../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedOrWritten } from '../ui/lines/pastedCells.ts'

/** A row of a price list as its form holds it. */
export type PriceRow = {
  product_id: string
  /** The unit that the price is for; '' is the product's own. */
  product_unit_id: string
  unit_label: string
  from_quantity: string
  price: string
  percent_off: string
  label?: string
  line_number?: number
}
export const emptyPrice = (): PriceRow => ({
  product_id: '',
  product_unit_id: '',
  unit_label: '',
  from_quantity: '',
  price: '',
  percent_off: '',
})

export type MemberRow = { customer_id: string; label?: string; stored?: boolean }
export const emptyMember = (): MemberRow => ({ customer_id: '' })

/** An untouched figure is absent: a row has a price or a percentage. */
export const sentPrice = ({ product_id, product_unit_id, from_quantity, price, percent_off }: PriceRow) => ({
  product_id: product_id || undefined,
  product_unit_id,
  from_quantity: from_quantity || undefined,
  price: price || undefined,
  percent_off: percent_off || undefined,
})

const columns: PasteColumns = [
  { key: 'product', words: ['الصنف', 'المنتج', 'رمز الصنف', 'item', 'product', 'code', 'item code'], text: true },
  { key: 'from_quantity', words: ['من كمية', 'الكمية', 'from quantity', 'quantity', 'qty'] },
  { key: 'price', words: ['السعر', 'price', 'unit price'] },
  { key: 'percent_off', words: ['نسبة الخصم', 'percent off', 'discount'] },
]
type NamedRecord = { id: number; name: string; name_en: string | null }

/** Cells of a spreadsheet as rows, with products by code or name. Unknown products keep their text, to be chosen. */
export function pastedPrices(cells: string[][], catalog: readonly NamedRecord[]): PriceRow[] {
  return namedCells(cells, columns).map((row) => {
    const product = findByName(catalog, row.product)
    return {
      ...emptyPrice(),
      product_id: product ? String(product.id) : '',
      label: product ? localName(product) : (row.product ?? ''),
      from_quantity: pastedOrWritten(row.from_quantity),
      price: pastedOrWritten(row.price),
      percent_off: pastedOrWritten(row.percent_off),
    }
  })
}
