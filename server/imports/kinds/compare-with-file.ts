import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { FileSide, ImportBody } from './import-kind.ts'

export type MadeDocument = { id: number; total: unknown; exchange_rate: unknown; currency_id: number }

/** The rate of a foreign document. That of the base currency is 1 and says nothing. */
export const foreignRate = ({ currency_id, exchange_rate }: ImportBody, usual: ImportBody): unknown =>
  currency_id === undefined || currency_id === usual.currency_id ? undefined : exchange_rate

/** The document as our rules calculate it against what the file says of it: another total refuses it, what was paid there is noted. */
export function compareWithFile(made: MadeDocument, { rows, note }: FileSide, usual: ImportBody): void {
  const ours = decimal(String(made.total))
  const theirs = totalOf(rows, ours)
  if (theirs && !theirs.eq(ours))
    throw new Refusal('invalid_input', {
      errors: { total: { code: 'import_total_differs', params: { theirs: text(theirs), ours: text(ours) } } },
    })
  const paid = paidOf(rows, ours)
  if (paid === 'some') note('status', 'import_partly_paid')
  else if (paid.gt(0)) note('remaining_amount', 'import_paid_before', { paid: text(paid), ours: text(ours) })
  if (made.currency_id !== usual.currency_id && rows[0]?.exchange_rate === undefined)
    note('exchange_rate', 'import_own_rate', { rate: text(decimal(String(made.exchange_rate))) })
}

/** Programs repeat the total on each row, write it once, or write the total of each row. */
function totalOf(rows: readonly ImportBody[], ours: Decimal): Decimal | null {
  const stated = figuresOf(rows, 'total')
  const [first] = stated
  if (!first) return null
  const sum = stated.reduce((all, one) => all.plus(one), zero)
  return sum.eq(ours) ? sum : stated.every((one) => one.eq(first)) ? first : sum
}

function paidOf(rows: readonly ImportBody[], ours: Decimal): Decimal | 'some' {
  const [remaining] = figuresOf(rows, 'remaining_amount')
  if (remaining) return ours.minus(remaining)
  const [paid] = figuresOf(rows, 'paid_amount')
  if (paid) return paid
  const state = rows[0]?.status
  return state === 'paid' ? ours : state === 'partially_paid' ? 'some' : zero
}

const figuresOf = (rows: readonly ImportBody[], key: string): Decimal[] =>
  rows.flatMap((row) => (row[key] === undefined ? [] : [decimal(String(row[key]))]))
