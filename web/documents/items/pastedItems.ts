import { localName } from '../../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedOrWritten } from '../../ui/lines/pastedCells.ts'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { type Product, productTaxRate } from './ProductCell.tsx'

const columns: PasteColumns = [
  {
    key: 'product',
    words: ['الصنف', 'المنتج', 'رمز الصنف', 'item', 'product', 'code', 'sku', 'item code'],
    text: true,
  },
  { key: 'quantity', words: ['الكمية', 'العدد', 'quantity', 'qty'] },
  { key: 'price', words: ['السعر', 'سعر الوحدة', 'price', 'unit price', 'rate'] },
  { key: 'discount', words: ['الخصم', 'discount'] },
  { key: 'description', words: ['الوصف', 'البيان', 'description'], text: true },
]

type PasteFacts = {
  catalog: readonly Product[]
  priceOf: (product: Product) => number
  rate: number | undefined
  alwaysTaxed: boolean
}

/** Cells of a spreadsheet as rows, with products by code or name. Unknown products keep their text, to be chosen. */
export function pastedItems(cells: string[][], { catalog, priceOf, rate, alwaysTaxed }: PasteFacts): ItemRow[] {
  return namedCells(cells, columns).map((row) => {
    const product = findByName(catalog, row.product)
    const isTaxed = product ? product.apply_tax || alwaysTaxed : true
    const typed = pastedOrWritten(row.price)
    const filled = product && typed === '' ? String(priceOf(product)) : undefined
    return {
      ...emptyItem(),
      ...(product
        ? { product_id: String(product.id), label: localName(product), apply_tax: isTaxed }
        : { product_name: row.product ?? '', label: row.product ?? '' }),
      ...(row.description && { product_name: row.description }),
      quantity: pastedOrWritten(row.quantity) || '1',
      price: filled ?? typed,
      ...(filled !== undefined && { product_price: filled, filled_price: filled }),
      ...pastedDiscount(row.discount),
      tax_rate: productTaxRate(isTaxed, rate),
    }
  })
}

/** `10%` is a percentage, `10` an amount. */
const pastedDiscount = (text = '') =>
  /[%٪]\s*$/.test(text)
    ? { discount_amount: '', discount_percent: pastedOrWritten(text.replace(/[%٪]\s*$/, '')) }
    : { discount_amount: pastedOrWritten(text), discount_percent: '' }
