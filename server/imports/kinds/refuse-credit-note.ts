import { decimal } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ImportBody } from './import-kind.ts'

const signed = ['total', 'quantity', 'price'] as const
const isNegative = (figure: unknown): boolean =>
  figure !== undefined && figure !== null && decimal(String(figure)).lt(0)

/**
 * Other programs list credit notes among the invoices, with amounts below zero. Refuses a document whose total, or whose every row, is
 * negative, and says which import takes it.
 */
export function refuseCreditNote(rows: readonly ImportBody[]): void {
  const column = signed.find((name) =>
    name === 'total' ? rows.some((row) => isNegative(row.total)) : rows.every((row) => isNegative(row[name])),
  )
  if (rows.length > 0 && column)
    throw new Refusal('invalid_input', { errors: { [column]: { code: 'import_is_credit_note' } } })
}
