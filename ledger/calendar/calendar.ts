/** Days as text, YYYY-MM-DD of the Gregorian calendar: they compare as dates and know no time zone. */
export type Range = { from: string; to: string }
export type Compare = 'none' | 'previous_period' | 'same_period_last_year'

/** The first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** The last day of the day's month. */
export function monthEnd(day: string): string {
  const { year, month } = parts(day)
  return write(year, month, daysIn(year, month))
}

const isMonthEnd = (day: string): boolean => day === monthEnd(day)
export const isMonthStart = (day: string): boolean => day === monthStart(day)

/** The same day so many months on; a day the month does not have becomes its last. */
export function addMonths(day: string, months: number): string {
  const given = parts(day)
  const count = given.year * 12 + given.month - 1 + months
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1]
  return write(year, month, Math.min(given.date, daysIn(year, month)))
}

export function addDays(day: string, days: number): string {
  return fromNumber(toNumber(day) + days)
}

/** How many days from a to b; 0 for the same day. */
export const daysBetween = (a: string, b: string): number => toNumber(b) - toNumber(a)

/**
 * What a range is compared with: as many whole months before where it is whole months, else as many days before; or
 * the same days a year earlier, a month's end staying a month's end. null where nothing is compared.
 */
export function comparedRange({ from, to }: Range, compare: Compare): Range | null {
  if (compare === 'none') return null
  if (compare === 'same_period_last_year') return { from: addMonths(from, -12), to: shiftedEnd(to, -12) }
  const before = addDays(from, -1)
  if (!isMonthStart(from) || !isMonthEnd(to)) return { from: addDays(from, -daysBetween(from, to) - 1), to: before }
  return { from: addMonths(from, -monthsOf({ from, to })), to: before }
}

/** A range cut at calendar months or quarters; the first and last part may be shorter. */
export function partsOf({ from, to }: Range, unit: 'month' | 'quarter'): Range[] {
  const list: Range[] = []
  for (let start = from; start <= to; ) {
    const end = unit === 'month' ? monthEnd(start) : quarterEnd(start)
    list.push({ from: start, to: end < to ? end : to })
    start = addDays(end, 1)
  }
  return list
}

function monthsOf({ from, to }: Range): number {
  const [a, b] = [parts(from), parts(to)]
  return (b.year - a.year) * 12 + b.month - a.month + 1
}

/** The last day of a range, months later: the end of a month stays one. */
export function shiftedEnd(day: string, months: number): string {
  const shifted = addMonths(day, months)
  return isMonthEnd(day) ? monthEnd(shifted) : shifted
}

function quarterEnd(day: string): string {
  const { year, month } = parts(day)
  const last = Math.ceil(month / 3) * 3
  return write(year, last, daysIn(year, last))
}

function parts(day: string): { year: number; month: number; date: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8)) }
}

function write(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

// Days since 1 March of year 0: with the leap day at the year's end, months have a regular length pattern.
function toNumber(day: string): number {
  const { year, month, date } = parts(day)
  const years = month > 2 ? year : year - 1
  const months = (month + 9) % 12
  return (
    365 * years +
    Math.floor(years / 4) -
    Math.floor(years / 100) +
    Math.floor(years / 400) +
    dayOfYear(months) +
    date -
    1
  )
}

const dayOfYear = (months: number): number => Math.floor((153 * months + 2) / 5)

function fromNumber(days: number): string {
  let year = Math.floor((10_000 * days + 14_780) / 3_652_425)
  const rest = (of: number) => days - (365 * of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400))
  if (rest(year) < 0) year--
  const months = Math.floor((100 * rest(year) + 52) / 3060)
  const date = rest(year) - dayOfYear(months) + 1
  return write(year + (months > 9 ? 1 : 0), ((months + 2) % 12) + 1, date)
}
