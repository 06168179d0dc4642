import { priceIn, type Trade, type UnitOption, unitLabel } from '../../catalog/unitChoices.ts'
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
  { key: 'unit', words: ['الوحدة', 'وحدة القياس', 'unit', 'uom'], text: true },
  { key: 'price', words: ['السعر', 'سعر الوحدة', 'price', 'unit price', 'rate'] },
  { key: 'discount', words: ['الخصم', 'discount'] },
  { key: 'description', words: ['الوصف', 'البيان', 'description'], text: true },
]

type PasteFacts = {
  catalog: readonly Product[]
  trade: Trade
  rate: number | undefined
  alwaysTaxed: boolean
}

/** Cells of a spreadsheet as rows, with products by code or name. Unknown products keep their text, to be chosen. */
export function pastedItems(cells: string[][], { catalog, trade, rate, alwaysTaxed }: PasteFacts): ItemRow[] {
  return namedCells(cells, columns).map((row) => {
    const product = findByName(catalog, row.product)
    const isTaxed = product ? product.apply_tax || alwaysTaxed : true
    const typed = pastedOrWritten(row.price)
    // A word that is no unit of the product is its own.
    const unit = row.unit ? product?.units?.find((one) => isNamed(one, row.unit ?? '')) : undefined
    const filled = product && typed === '' ? priceIn(product, unit, trade) : undefined
    return {
      ...emptyItem(),
      ...(product
        ? { product_id: String(product.id), label: localName(product), apply_tax: isTaxed }
        : { product_name: row.product ?? '', label: row.product ?? '' }),
      ...(row.description && { product_name: row.description }),
      quantity: pastedOrWritten(row.quantity) || '1',
      ...(unit && { product_unit_id: String(unit.id), unit_label: unitLabel(unit) }),
      price: filled ?? typed,
      ...(filled !== undefined && { product_price: filled, filled_price: filled }),
      ...pastedDiscount(row.discount),
      tax_rate: productTaxRate(isTaxed, rate),
    }
  })
}

const isNamed = (unit: UnitOption, word: string) =>
  [unit.name, unit.name_en, unitLabel(unit)].some((name) => name?.toLowerCase() === word.trim().toLowerCase())

/** `10%` is a percentage, `10` an amount. */
const pastedDiscount = (text = '') =>
  /[%٪]\s*$/.test(text)
    ? { discount_amount: '', discount_percent: pastedOrWritten(text.replace(/[%٪]\s*$/, '')) }
    : { discount_amount: pastedOrWritten(text), discount_percent: '' }
