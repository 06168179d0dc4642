import type { Side } from '#contract/documents/sides.ts'
import { fillable } from '#ledger/allocation.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { type OpenDocument, type ReferenceRow, referenceOf } from './referenceRow.ts'

/**
 * The rows of a payment that settles what is longest due first: as far as the typed amount reaches, or everything that is
 * open where none is typed.
 */
export function oldestFirst(side: Side, offered: readonly OpenDocument[], typed: string): ReferenceRow[] {
  const amount = parseDecimal(typed)
  const taken: string[] = []
  const rows: ReferenceRow[] = []
  for (const document of offered.toSorted(byDueDate)) {
    const open = document.remaining_amount
    const part = amount === null ? decimal(open) : fillable(open, amount, taken)
    if (part.lte(0)) continue
    taken.push(text(part))
    rows.push(referenceOf(side, document, text(part)))
  }
  return rows
}

const byDueDate = (a: OpenDocument, b: OpenDocument) => a.due_date.localeCompare(b.due_date) || a.id - b.id
