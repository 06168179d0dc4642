import { balanceBranches, type Entry, type Line, type TaxEntry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, round, split, sum, zero } from '../money.ts'

/**
 * A manual journal entry (V42, V51): nothing merges, only inter-branch lines are added. Lines are built with `debit`
 * and `credit`. Throws `UnbalancedEntry`; call `imbalance` first. Only an entry of a bank's line has rows of the VAT return.
 */
export function manualEntry(lines: readonly Line[], taxes: readonly TaxEntry[] = []): Entry {
  return { lines: balanceBranches(lines), taxes: [...taxes] }
}

/** By how much debit exceeds credit; zero for an entry that may be posted. */
export function imbalance(lines: readonly { debit: Numeric; credit: Numeric }[]): Decimal {
  return sum(lines.map((line) => line.debit)).minus(sum(lines.map((line) => line.credit)))
}

/**
 * Foreign lines in base currency (accounting rule 2.1-11): one target, the debits' worth, which both sides share by largest
 * remainder, so that lines balanced in their currency balance in base too.
 */
export function journalInBase(
  lines: readonly { debit: Numeric; credit: Numeric }[],
  exchangeRate: Numeric,
  decimals: number,
  worth?: Numeric | undefined,
) {
  const target =
    worth === undefined
      ? round(sum(lines.map((line) => line.debit)).times(decimal(exchangeRate)), decimals)
      : decimal(worth)
  const debits = split(
    target,
    lines.map((line) => line.debit),
    decimals,
  )
  const credits = split(
    target,
    lines.map((line) => line.credit),
    decimals,
  )
  return lines.map((_, index) => ({ debit: debits[index] ?? zero, credit: credits[index] ?? zero }))
}
