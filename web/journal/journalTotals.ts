import { sum } from '#ledger/money.ts'
import { figureOf, type JournalLine } from './journalLine.ts'

/** Exact sums of both sides and what stands between them; zero means the entry balances. */
export function journalTotals(lines: readonly JournalLine[]) {
  const debit = sum(lines.map((line) => figureOf(line.debit)))
  const credit = sum(lines.map((line) => figureOf(line.credit)))
  return { debit, credit, difference: debit.minus(credit) }
}
