import type { Side } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import { capOf, emptyReference, type OpenDocument, type ReferenceRow, referenceOf } from './referenceRow.ts'

/**
 * The rows after a document was selected, or deselected if it is among them. Without a typed amount the payment takes the whole open
 * amount of the document. With a typed amount it takes at most the rest.
 */
export function ticked(
  side: Side,
  rows: readonly ReferenceRow[],
  document: OpenDocument,
  amount: string | null,
): ReferenceRow[] {
  const id = String(document.id)
  const filled = rows.filter((row) => row.reference_id !== '' || row.amount !== '')
  if (filled.some((row) => row.reference_id === id)) {
    const rest = filled.filter((row) => row.reference_id !== id)
    return rest.length > 0 ? rest : [emptyReference()]
  }
  const row = referenceOf(side, document, '')
  return [...filled, { ...row, amount: amount === null ? row.open : text(capOf(row, filled, amount)) }]
}
