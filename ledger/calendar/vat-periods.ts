import { type Decimal, decimal, max, sum, zero } from '../money.ts'
import { creditCarried, creditLeft } from '../statements/vat-return.ts'
import { addDays, addMonths, monthEnd, monthStart, type Range } from './calendar.ts'

export type VatFrequency = 'monthly' | 'quarterly'

/**
 * The periods of VAT returns from the first day of business to today: those that were filed, and after them as many
 * whole months or quarters as have begun. A change of frequency holds from the first period that is not filed.
 */
export function vatPeriods(
  filed: readonly Range[],
  first_day: string,
  today: string,
  frequency: VatFrequency,
): (Range & { is_filed: boolean })[] {
  const list = filed.map(({ from, to }) => ({ from, to, is_filed: true })).sort((a, b) => (a.from < b.from ? -1 : 1))
  const last = list.at(-1)
  let from = last ? addDays(last.to, 1) : startOf(first_day, frequency)
  while (from <= today) {
    const to = endOf(from, frequency)
    list.push({ from, to, is_filed: false })
    from = addDays(to, 1)
  }
  return list
}

/** A period's id: its last day as a number. */
export const vatPeriodId = (to: string): number => Number(to.replaceAll('-', ''))

/** The law gives until the end of the month that follows the period. */
export const payableUntil = (to: string): string => monthEnd(addDays(monthEnd(to), 1))

type Filed = { id: number; net: string; is_claimed: boolean }

/**
 * The filed returns that are not completely paid. `owed` is the balance of the settlement account, reduced by claims
 * against the authority: the credit of the last return, and claimed credits of which `refunded` was received. Payments
 * settle the oldest return first, so the rest belongs to the latest; returns with a credit owe nothing.
 */
export function periodsDue(filed: readonly Filed[], owed: Decimal, refunded: Decimal): ReadonlySet<number> {
  const latest = filed.toSorted((a, b) => b.id - a.id)
  const claimed = sum(filed.filter(({ is_claimed }) => is_claimed).map(({ net }) => creditLeft(net)))
  const [last] = latest
  const ids = new Set<number>()
  let rest = owed.plus(last ? creditCarried(last) : zero).plus(max(claimed.minus(refunded), zero))
  for (const { id, net } of latest) {
    if (rest.lte(0)) break
    if (decimal(net).lte(0)) continue
    ids.add(id)
    rest = rest.minus(net)
  }
  return ids
}

const monthsIn = (day: string): number => (Number(day.slice(5, 7)) - 1) % 3

function startOf(day: string, frequency: VatFrequency): string {
  const month = monthStart(day)
  return frequency === 'monthly' ? month : addMonths(month, -monthsIn(day))
}

function endOf(day: string, frequency: VatFrequency): string {
  return frequency === 'monthly' ? monthEnd(day) : monthEnd(addMonths(monthStart(day), 2 - monthsIn(day)))
}
