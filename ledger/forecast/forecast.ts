import { addDays, daysBetween } from '../calendar/calendar.ts'
import { type Decimal, decimal, type Numeric, zero } from '../money.ts'

export const forecastWeeks = 13
/** Where a forecast row comes from: what comes in, then what goes out. */
export const forecastIn = ['receivables', 'sales_orders', 'recurring_in', 'typed_in'] as const
export const forecastOut = ['payables', 'purchase_orders', 'recurring_out', 'taxes', 'typed_out'] as const
export const forecastSources = [...forecastIn, ...forecastOut] as const
export type ForecastSource = (typeof forecastSources)[number]

/** The last day of the forecast made at the end of a day. */
export const forecastEnd = (day: string): string => addDays(day, forecastWeeks * 7)

/** The week of a day after the one the forecast is of, from 1; null outside of the weeks. */
export function weekOf(day: string, of: string): number | null {
  const week = Math.ceil(daysBetween(of, day) / 7)
  return week >= 1 && week <= forecastWeeks ? week : null
}

/** When money that is due on a day comes from a party that is usually so many days late: never in the past. */
export function expectedOn(due: string, late: number, of: string): string {
  const day = addDays(due, late)
  return day > of ? day : addDays(of, 1)
}

export type OpenAmount = { due_date: string; amount: Numeric }
/** What is left of the open items of a party after what it paid ahead: the earliest are covered first. */
export function lessPaidAhead<Item extends OpenAmount>(
  items: readonly Item[],
  ahead: Numeric,
): (Item & { left: Decimal })[] {
  let rest = decimal(ahead)
  const left: (Item & { left: Decimal })[] = []
  for (const item of items.toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1))) {
    const covered = rest.gt(item.amount) ? decimal(item.amount) : rest
    rest = rest.minus(covered)
    const open = decimal(item.amount).minus(covered)
    if (!open.eq(0)) left.push({ ...item, left: open })
  }
  return left
}

export type VatDue = { to: string; amount: Numeric }
/** What is paid for each period: a credit lowers what follows, and nothing is paid for it. */
export function vatPayable(periods: readonly VatDue[]): { to: string; amount: Decimal }[] {
  let credit = zero
  return periods.flatMap(({ to, amount }) => {
    const net = decimal(amount).minus(credit)
    credit = net.lt(0) ? net.abs() : zero
    return net.gt(0) ? [{ to, amount: net }] : []
  })
}
