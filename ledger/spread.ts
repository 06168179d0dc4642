import { addDays, addMonths, daysBetween, monthEnd, monthStart, partsOf } from './calendar/calendar.ts'
import { type Decimal, decimal, decimalsOf, type Numeric, ratio, sum, wholeOf, zero } from './money.ts'

/** Over so many whole months from the month of a day, or over the days from one day to another. */
export type SpreadPeriod = { from: string; to?: string | null; months?: number | null }
export type SpreadPart = { month: string; date: string; amount: Decimal }

export const spreadMonthsMaximum = 120

/** The last day of what is spread. */
export const spreadEnd = ({ from, to, months }: SpreadPeriod): string =>
  to ?? monthEnd(addMonths(monthStart(from), (months ?? 1) - 1))

/**
 * An amount in parts by month, straight-line (accounting rule 2.1-12): equal months, or by the days of each month where the end is a day. The last
 * part takes the rest, so the parts sum to the amount exactly. Each is recognised on the last day of its month, or of the spread.
 */
export function spreadParts(amount: Numeric, spread: SpreadPeriod, decimals: number): SpreadPart[] {
  const to = spreadEnd(spread)
  const from = spread.to ? spread.from : monthStart(spread.from)
  const months = partsOf({ from, to }, 'month')
  const weights = spread.to ? months.map((part) => daysBetween(part.from, addDays(part.to, 1))) : months.map(() => 1)
  const amounts = straightLine(amount, weights, decimals)
  return months.map((part, index) => ({
    month: monthStart(part.from),
    date: part.to,
    amount: amounts[index] ?? zero,
  }))
}

/** A total by weights, each part rounded and none above the rest; the last takes what is left. Weights that are all zero are equal. */
export function straightLine(total: Numeric, weights: readonly Numeric[], decimals: number): Decimal[] {
  const whole = decimal(total)
  const all = sum(weights)
  const shares = all.eq(0) ? weights.map(() => 1) : weights
  const denominator = all.eq(0) ? weights.length : all
  // Most months weigh as much as another, and whole numbers are compared and taken off at a tenth of the cost of decimals.
  const finest = Math.max(decimals, decimalsOf(whole))
  const rounded = new Map(
    [...new Set(shares)].map((share) => {
      const amount = ratio(whole, share, denominator, decimals)
      return [share, { amount, units: wholeOf(amount, finest) }]
    }),
  )
  let rest = wholeOf(whole, finest)
  return shares.map((share, index) => {
    const { amount, units } = rounded.get(share) as { amount: Decimal; units: bigint }
    const isRest = index === shares.length - 1 || units > rest
    const part = isRest ? decimal(`${rest}e-${finest}`) : amount
    rest -= isRest ? rest : units
    return part
  })
}
