import type { Side } from '#contract/documents/sides.ts'
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

/** A document as a row; `own` is what this very payment already took of it: it is neither paid nor in its way here. */
export function referenceOf(side: Side, document: OpenDocument, amount: string, own: string = '0'): ReferenceRow {
  return {
    reference_id: String(document.id),
    number: String(document[side.numberField]),
    date: String(document[side.dateField]),
    due_date: document.due_date,
    total: String(document.total),
    paid_amount: text(decimal(document.paid_amount).minus(own)),
    open: text(decimal(document.remaining_amount).plus(own)),
    amount,
  }
}

/** Documents offered to a payment: its own as if unpaid, even if nothing else of them is open, then the others. */
export function offeredDocuments(
  side: Side,
  open: readonly OpenDocument[],
  came: readonly ReferenceRow[],
  currencyId: string,
): readonly OpenDocument[] {
  const own = came.filter(({ stored }) => stored).map((row) => documentOf(side, row, currencyId))
  return [...own, ...open.filter(({ id }) => !own.some((document) => document.id === id))]
}

const documentOf = (side: Side, row: ReferenceRow, currencyId: string): OpenDocument => ({
  id: Number(row.reference_id),
  [side.numberField]: row.number,
  [side.dateField]: row.date,
  due_date: row.due_date,
  // In the payment's currency, like everything it settles.
  currency_id: Number(currencyId),
  total: Number(row.total),
  paid_amount: Number(row.paid_amount),
  remaining_amount: Number(row.open),
})

/** The amount of a row as a figure; a row being typed counts as nothing until it is a number. */
export function amountOf(row: { amount: string }): Decimal {
  const parsed = parseDecimal(row.amount)
  return parsed === null ? zero : decimal(parsed)
}

/** The most a row may take: the open amount of its document, and of the payment less its other rows. */
export function capOf(row: ReferenceRow, rows: readonly ReferenceRow[], paymentAmount: string): Decimal {
  const others = rows.filter((other) => other.reference_id !== row.reference_id).map(amountOf)
  return fillable(row.open || '0', parseDecimal(paymentAmount) ?? '0', others)
}

/**
 * The rows after the payment's amount was lowered: each keeps what the amount still covers, the first rows first, so the last are cut.
 * An amount that is not a figure yet changes nothing. Rows that fit are returned as they are.
 */
export function recapped(rows: readonly ReferenceRow[], paymentAmount: string): readonly ReferenceRow[] {
  const parsed = parseDecimal(paymentAmount)
  if (parsed === null) return rows
  let left = decimal(parsed)
  return rows.map((row) => {
    const amount = amountOf(row)
    const covered = amount.gt(left) ? (left.gt(0) ? left : zero) : amount
    left = left.minus(covered)
    return covered.eq(amount) ? row : { ...row, amount: text(covered) }
  })
}

export const allocatedOf = (rows: readonly ReferenceRow[]): Decimal => sum(rows.map(amountOf))
