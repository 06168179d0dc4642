import { hijriToGregorian } from '@tabby_ai/hijri-converter'
import { foldDigits, normalizeForSearch } from '#contract/fields/clean-text.ts'
import { addDays, addMonths, daysBetween, monthEnd, monthStart } from '#ledger/calendar/calendar.ts'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}))?$/
const offset = /^([+-])(\d{1,4})$/

/** What people say instead of a day, folded as in a search, by how it follows from today. */
const namedDays: readonly (readonly [day: (today: string) => string, words: readonly string[]])[] = [
  [(today) => today, ['today', 'اليوم']],
  [(today) => addDays(today, -1), ['yesterday', 'امس']],
  [(today) => addDays(today, 1), ['tomorrow', 'غدا']],
  [monthStart, ['start of month', 'اول الشهر', 'بدايه الشهر']],
  [monthEnd, ['end of month', 'اخر الشهر', 'نهايه الشهر']],
  [(today) => monthStart(addMonths(today, 1)), ['next month', 'الشهر القادم', 'اول الشهر القادم']],
  [(today) => addDays(monthStart(today), -1), ['end of last month', 'اخر الشهر الماضي', 'نهايه الشهر الماضي']],
  [(today) => `${today.slice(0, 4)}-01-01`, ['start of year', 'اول السنه', 'بدايه السنه']],
  [(today) => `${today.slice(0, 4)}-12-31`, ['end of year', 'اخر السنه', 'نهايه السنه']],
]
const byWords = new Map(
  namedDays.flatMap(([day, words]) => words.map((word) => [normalizeForSearch(word).trim(), day] as const)),
)

/**
 * A typed or pasted date as `YYYY-MM-DD`; null if it is none. Any digits and separators: with the year first, with the day first
 * (25/11/2026; without a year the one nearest to today), a Hijri year from 1300 to 1500 by the Umm al-Qura table, so many days from
 * today (+30), or words (آخر الشهر, yesterday). A date that the calendar does not have is none.
 */
export function parseDate(typed: string, today: string): string | null {
  const text = foldDigits(typed).trim()
  const byWord = byWords.get(normalizeForSearch(text).trim())
  if (byWord) return byWord(today)
  const [, sign, days] = offset.exec(text) ?? []
  if (days) return addDays(today, sign === '-' ? -Number(days) : Number(days))
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year && month && day) return dayOf(year, month, day)
  const [, date, ofMonth, ofYear] = dayFirst.exec(text) ?? []
  if (!date || !ofMonth) return null
  return ofYear ? dayOf(ofYear, ofMonth, date) : nearestTo(today, ofMonth, date)
}

function nearestTo(today: string, month: string, day: string): string | null {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap((one) => dayOf(String(one), month, day) ?? [])
  const distance = (one: string) => Math.abs(daysBetween(today, one))
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

function dayOf(year: string, month: string, day: string): string | null {
  if (Number(year) >= 1300 && Number(year) <= 1500) return fromHijri(Number(year), Number(month), Number(day))
  return existing(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function existing(text: string): string | null {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function fromHijri(year: number, month: number, day: number): string | null {
  try {
    const found = hijriToGregorian({ year, month, day })
    const [ofMonth, date] = [found.month, found.day].map((part) => String(part).padStart(2, '0'))
    return existing(`${found.year}-${ofMonth}-${date}`)
  } catch {
    // The table does not have that day.
    return null
  }
}
