import { decimal } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ImportBody } from './import-kind.ts'

const isNegative = (figure: unknown): boolean =>
  figure !== undefined && figure !== null && decimal(String(figure)).lt(0)

/**
 * Other programs list credit notes among the invoices, with amounts below zero. Refuses a document whose total, or whose every row, is
 * negative, and says which import takes it.
 */
export function refuseCreditNote(rows: readonly ImportBody[]): void {
  const column = negativeColumn(rows)
  if (column) throw new Refusal('invalid_input', { errors: { [column]: { code: 'import_is_credit_note' } } })
}

function negativeColumn(rows: readonly ImportBody[]): string | undefined {
  const [first] = rows
  if (rows.some(({ total }) => isNegative(total))) return 'total'
  if (!first || !rows.every(({ quantity, price }) => isNegative(quantity) !== isNegative(price))) return undefined
  return isNegative(first.quantity) ? 'quantity' : 'price'
}
