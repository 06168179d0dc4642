import { foldDigits } from '#contract/fields/clean-text.ts'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/**
 * The day somebody typed or pasted, `YYYY-MM-DD`; null where it is none. The year comes first, whatever stands between and
 * whichever digits: with the year last nobody can tell the day from the month. A day the calendar does not have is none.
 */
export function parseDate(typed: string): string | null {
  const [, year, month, day] = yearFirst.exec(foldDigits(typed).trim()) ?? []
  if (!year || !month || !day) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}
