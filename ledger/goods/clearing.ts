import { type Decimal, decimal, max, min, type Numeric, ratio, zero } from '../money.ts'

/** A row of a goods note on its clearing account: all of it, and the part that left. */
export type ClearedRow = { quantity: Numeric; value: Numeric; settled: Numeric; settled_value: Numeric }

/**
 * The value that leaves the clearing account with a quantity of a row, counted from the start as returns are (accounting rule 2.1-6): what
 * takes the last unit takes all that is left, in any mix of parts.
 */
export function clearedValue(row: ClearedRow, much: Numeric, decimals: number): Decimal {
  const { quantity, value, settled, settled_value } = row
  const until = decimal(settled).plus(much)
  const left = decimal(value).minus(settled_value)
  if (until.gt(quantity)) throw new RangeError('More is cleared than the row has')
  if (until.eq(quantity)) return left
  return max(min(ratio(value, until, quantity, decimals).minus(settled_value), left), zero)
}

type Clearing = { day: string; quantity: Numeric }

/** The least that a row still has on a day or a later one: what is taken on that day is taken on all of them. */
export function leastOpen(quantity: Numeric, clearings: readonly Clearing[], day: string): Decimal {
  const sums = new Map<string, Decimal>()
  for (const one of clearings) {
    const from = one.day < day ? day : one.day
    sums.set(from, (sums.get(from) ?? zero).plus(one.quantity))
  }
  let open = decimal(quantity).minus(sums.get(day) ?? zero)
  let least = open
  for (const later of [...sums.keys()].filter((one) => one > day).sort()) {
    open = open.minus(sums.get(later) ?? zero)
    least = min(least, open)
  }
  return least
}

/** The day on which nothing of a row is left any more; null while something is. */
export function clearedOn(quantity: Numeric, clearings: readonly Clearing[]): string | null {
  const days = Map.groupBy(clearings, ({ day }) => day)
  let open = decimal(quantity)
  let since: string | null = null
  for (const day of [...days.keys()].sort()) {
    for (const one of days.get(day) ?? []) open = open.minus(one.quantity)
    if (!open.eq(0)) since = null
    else since ??= day
  }
  return since
}

/** The last day of the tax invoice of a supply: the fifteenth of the month after it. */
export function invoiceDueDay(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${nextYear}-${String(nextMonth).padStart(2, '0')}-15`
}
