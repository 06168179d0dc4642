import type { BankLine, BankSums } from '#contract/bank.ts'
import { type Decimal, decimal, parseDecimal, sum } from '#ledger/money.ts'

/** A line of the books by its place in them. */
export const keyOf = ({ entry_id, line_number }: Pick<BankLine, 'entry_id' | 'line_number'>): string =>
  `${entry_id}.${line_number}`

type TickedLines = {
  opening: number
  /** The lines that are ticked, and the days that are matched as a whole. */
  ticked: readonly BankLine[]
  through: BankSums | null
  /** As it is typed. */
  balance: string
}
export type BankFigures = { in: Decimal; out: Decimal; matched: Decimal; difference: Decimal | null }

/** The matched total, and the unexplained part of the bank's balance. NULL while no balance is typed. */
export function bankFigures({ opening, ticked, through, balance }: TickedLines): BankFigures {
  const amounts = ticked.map((line) => decimal(line.amount))
  const received = sum([through?.in ?? 0, ...amounts.filter((amount) => amount.gt(0))])
  const paid = sum([through?.out ?? 0, ...amounts.filter((amount) => amount.lt(0)).map((amount) => amount.neg())])
  const matched = decimal(opening).plus(received).minus(paid)
  const parsed = balance.trim() === '' ? null : parseDecimal(balance)
  return { in: received, out: paid, matched, difference: parsed === null ? null : decimal(parsed).minus(matched) }
}
