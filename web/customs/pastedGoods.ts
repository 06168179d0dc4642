import { localName } from '../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedOrWritten } from '../ui/lines/pastedCells.ts'
import type { GoodsLine } from './goodsLine.ts'

const columns: PasteColumns = [
  {
    key: 'product',
    words: ['الصنف', 'المنتج', 'رمز الصنف', 'البضاعة', 'item', 'product', 'code', 'sku', 'goods'],
    text: true,
  },
  { key: 'quantity', words: ['الكمية', 'العدد', 'quantity', 'qty'] },
  { key: 'value', words: ['القيمة', 'القيمة الجمركية', 'value', 'customs value', 'amount'] },
]
type Product = { id: number; code?: string | null; name: string; name_en?: string | null }

/** Goods by code or name. An unknown product keeps its text, to be chosen. */
export const pastedGoods = (cells: string[][], products: readonly Product[]): GoodsLine[] =>
  namedCells(cells, columns).map((row) => {
    const product = findByName(products, row.product)
    return {
      product_id: product ? String(product.id) : '',
      label: product ? localName({ name: product.name, name_en: product.name_en ?? null }) : (row.product ?? ''),
      quantity: pastedOrWritten(row.quantity),
      value: pastedOrWritten(row.value),
    }
  })
