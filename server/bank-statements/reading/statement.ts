import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A line of a bank's statement: what came in is positive, as canonical text. */
export type StatementLine = {
  date: string
  amount: string
  description: string
  reference: string | null
  counterparty: string | null
  /** The bank's balance after the line. */
  balance: string | null
}
/** What a file says between an opening and a closing balance. */
export type StatementPart = {
  opening_balance: string | null
  closing_balance: string | null
  closing_date: string | null
  lines: StatementLine[]
}
/** A statement as its file has it, its lines from the earliest. */
export type Statement = StatementPart & {
  format: 'csv' | 'xlsx' | 'mt940' | 'camt053' | 'ofx' | 'qif'
  /** IBAN or number. */
  account: string | null
  currency: string | null
  /** Of a format that names its fields: a day that either order could mean. */
  doubtful_day?: string | null
}

export const joined = (...parts: (string | null | undefined)[]): string =>
  [...new Set(parts.map((part) => (part ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean))].join(' · ')

/** A text in rows of a width: a full row goes over into the next, a shorter one ends a word. */
export const unwrapped = (rows: readonly string[], width: number): string =>
  rows.map((row, index) => (index === 0 || [...(rows[index - 1] as string)].length >= width ? row : ` ${row}`)).join('')

/**
 * The parts of a file as one, in the order in which their balances follow each other: some banks write the latest first.
 * A part that begins with another balance than the one before it ends with is a part that is missing.
 */
export function joinParts(parts: readonly StatementPart[], field: string): StatementPart {
  const orders = [parts.toSorted(byClosing), parts.toReversed().toSorted(byClosing)]
  const ordered = orders.find((order) => gapIn(order) === null)
  if (!ordered)
    throw new Refusal('statement_unequal', {
      field,
      params: { difference: gapIn(orders[0] as StatementPart[]) as string },
    })
  return {
    opening_balance: ordered[0]?.opening_balance ?? null,
    closing_balance: ordered.at(-1)?.closing_balance ?? null,
    closing_date: ordered.at(-1)?.closing_date ?? null,
    lines: ordered.flatMap((part) => part.lines),
  }
}

const byClosing = (one: StatementPart, other: StatementPart) =>
  (one.closing_date ?? '').localeCompare(other.closing_date ?? '')

function gapIn(parts: readonly StatementPart[]): string | null {
  for (const [index, { opening_balance }] of parts.entries()) {
    const before = parts[index - 1]?.closing_balance ?? null
    if (before === null || opening_balance === null) continue
    const gap = decimal(opening_balance).minus(before)
    if (!gap.eq(0)) return text(gap)
  }
  return null
}
