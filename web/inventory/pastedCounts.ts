import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { findByName, namedCells, type PasteColumns, pastedFigure } from '../ui/lines/pastedCells.ts'

const columns: PasteColumns = [
  {
    key: 'product',
    words: ['الصنف', 'المنتج', 'رمز الصنف', 'الرمز', 'item', 'product', 'code', 'sku', 'barcode'],
    text: true,
  },
  { key: 'counted', words: ['الكمية', 'العدد', 'الجرد', 'الكمية الفعلية', 'quantity', 'qty', 'counted', 'count'] },
  { key: 'name', words: ['الاسم', 'اسم الصنف', 'name'], text: true },
]
type CountedProduct = { id: number; code: string; name: string; name_en: string | null }

/** Quantities by product, and the names of those that are not on the sheet. One that is there twice counts both, as two shelves do. */
export function pastedCounts(cells: string[][], sheet: readonly CountedProduct[]) {
  const counted: Record<string, string> = {}
  const unknown: string[] = []
  for (const row of namedCells(cells, columns)) {
    const product = findByName(sheet, row.product) ?? findByName(sheet, row.name)
    const figure = pastedFigure(row.counted)
    if (!product || figure === '' || figure.startsWith('-')) unknown.push(row.product ?? row.name ?? '')
    else counted[product.id] = addFigures(counted[product.id], figure)
  }
  return { counted, unknown }
}

/** More pieces than were typed: one, or those of a scanned carton; null where that is no number yet. */
export function withMore(typed: string | undefined, pieces = '1'): string | null {
  const before = (typed ?? '').trim() === '' ? '0' : parseDecimal(typed ?? '')
  return before === null ? null : text(decimal(before).plus(pieces))
}

/** What was counted before, with what was found in addition. */
const addFigures = (before: string | undefined, figure: string): string =>
  before === undefined ? figure : text(decimal(before).plus(figure))
