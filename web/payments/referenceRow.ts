import type { Side } from '#contract/sides.ts'
import { fillable } from '#ledger/allocation.ts'
import { type Decimal, decimal, parseDecimal, sum, text, zero } from '#ledger/money.ts'

/** A row of the references table as the form holds it. `open` is what this payment may still take of the document. */
export type ReferenceRow = {
  reference_id: string
  number: string
  date: string
  due_date: string
  total: string
  paid_amount: string
  open: string
  amount: string
  /** Came with the payment: begins in read mode. */
  stored?: true
}
export const emptyReference = (): ReferenceRow => ({
  reference_id: '',
  number: '',
  date: '',
  due_date: '',
  total: '',
  paid_amount: '',
  open: '',
  amount: '',
})

export type OpenDocument = {
  id: number
  due_date: string
  total: number
  paid_amount: number
  remaining_amount: number
} & Record<string, unknown>

/** A document as a row; `own` is what this very payment already took of it, which is not in its way. */
export function referenceOf(side: Side, document: OpenDocument, amount: string, own: string = '0'): ReferenceRow {
  return {
    reference_id: String(document.id),
    number: String(document[side.numberField]),
    date: String(document[side.dateField]),
    due_date: document.due_date,
    total: String(document.total),
    paid_amount: String(document.paid_amount),
    open: text(decimal(document.remaining_amount).plus(own)),
    amount,
  }
}

/** The amount of a row as a figure; a row being typed counts as nothing until it is a number. */
export function amountOf(row: { amount: string }): Decimal {
  const parsed = parseDecimal(row.amount)
  return parsed === null ? zero : decimal(parsed)
}

/** The most a row may take: what is open of its document, and of the payment beside the other rows. */
export function capOf(row: ReferenceRow, rows: readonly ReferenceRow[], paymentAmount: string): Decimal {
  const others = rows.filter((other) => other.reference_id !== row.reference_id).map(amountOf)
  return fillable(row.open || '0', parseDecimal(paymentAmount) ?? '0', others)
}

export const allocatedOf = (rows: readonly ReferenceRow[]): Decimal => sum(rows.map(amountOf))
