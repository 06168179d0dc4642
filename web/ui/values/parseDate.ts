import { foldDigits } from '#contract/fields/clean-text.ts'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/**
 * A typed or pasted date as `YYYY-MM-DD`; null if it is invalid. The year comes first, with any separator and any
 * digits: with the year last, day and month are ambiguous. A date that the calendar does not have is invalid.
 */
export function parseDate(typed: string): string | null {
  const [, year, month, day] = yearFirst.exec(foldDigits(typed).trim()) ?? []
  if (!year || !month || !day) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}
