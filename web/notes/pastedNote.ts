import type { NoteDraft } from '#contract/documents/notes.ts'
import { findByName, namedCells, type PasteColumns, pastedOrWritten } from '../ui/lines/pastedCells.ts'
import type { NoteLineRow } from './noteLine.ts'

const columns: PasteColumns = [
  { key: 'product', words: ['الصنف', 'المنتج', 'اسم الصنف', 'item', 'product', 'name'], text: true },
  { key: 'quantity', words: ['الكمية', 'العدد', 'المرتجع', 'quantity', 'qty', 'returned'] },
  { key: 'price', words: ['السعر', 'سعر الوحدة', 'price', 'unit price'] },
  { key: 'amount', words: ['المبلغ', 'الخصم', 'amount'] },
]

/** The rows of a note with what a block says of their products, and the products that the document does not have. */
export function pastedNote(
  cells: string[][],
  { draft, lowers }: { draft: NoteDraft; lowers: boolean },
  rows: readonly NoteLineRow[],
) {
  // A debit note has amounts alone.
  const keys = lowers ? (['quantity', 'price', 'amount'] as const) : (['amount'] as const)
  const own = columns.filter(({ text, key }) => text || (keys as readonly string[]).includes(key))
  const named = draft.lines.map((line) => ({ ...line, name: line.product_name, name_en: line.product_name_en }))
  const next = rows.map((row) => ({ ...row }))
  const unknown: string[] = []
  for (const pasted of namedCells(cells, own)) {
    const line = findByName(named, pasted.product)
    const row = next.find(({ line_number }) => line_number === line?.line_number)
    if (!row) unknown.push(pasted.product ?? Object.values(pasted).join(' '))
    else for (const key of keys) if (pasted[key] !== undefined) row[key] = pastedOrWritten(pasted[key])
  }
  return { rows: next, unknown }
}
