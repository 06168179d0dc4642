import type { RevaluationLine } from '#contract/revaluations.ts'
import { type Decimal, decimal, parseDecimal, round, sum } from '#ledger/money.ts'

/** The typed rate of each currency; without one, the stored rate. */
export type Rates = Readonly<Record<number, string>>

export const closingRateOf = (line: RevaluationLine, rates: Rates): string =>
  rates[line.currency_id] ?? (line.closing_rate === null ? '' : String(line.closing_rate))

/** The profit effect of a rate on a line. NULL without a rate. */
export function differenceAt(line: RevaluationLine, rates: Rates, decimals: number): Decimal | null {
  const rate = parseDecimal(closingRateOf(line, rates))
  if (rate === null || decimal(rate).lte(0)) return null
  const rise = round(decimal(line.amount).times(rate), decimals).minus(line.carried_base)
  return line.what === 'payable' ? rise.neg() : rise
}

/** Gains and losses apart, as they are posted. */
export function revaluationTotals(differences: readonly Decimal[]) {
  return {
    gain: sum(differences.filter((one) => one.gt(0))),
    loss: sum(differences.filter((one) => one.lt(0))).abs(),
  }
}
