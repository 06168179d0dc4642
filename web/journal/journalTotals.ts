import { sum } from '#ledger/money.ts'
import { figureOf } from '../ui/values/figureOf.ts'
import type { JournalLine } from './journalLine.ts'

/** Exact sums of both sides and their difference; zero means the entry balances. */
export function journalTotals(lines: readonly JournalLine[]) {
  const debit = sum(lines.map((line) => figureOf(line.debit)))
  const credit = sum(lines.map((line) => figureOf(line.credit)))
  return { debit, credit, difference: debit.minus(credit) }
}
