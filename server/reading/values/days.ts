import { hijriToGregorian } from '@tabby_ai/hijri-converter'
import { cleanText, foldDigits, normalizeForSearch } from '#contract/fields/clean-text.ts'

export type DayOrder = 'dmy' | 'mdy'

/**
 * A date as programs and people write it, as YYYY-MM-DD. NULL if the date does not exist. The day comes first unless
 * the file proves otherwise; years from 1300 to 1500 are Hijri (Umm al-Qura); a time after the date is ignored.
 */
export function readDay(written: string, order: DayOrder = 'dmy'): string | null {
  const plain = foldDigits(cleanText(written))
    .replace(/\s*(هـ|ه|م|AH|H|AD)\s*$/i, '')
    .replace(/[T,\s]\s*\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\s*(am|pm|ص|م|Z|[+-]\d{2}:?\d{2})?$/i, '')
    .replace(weekdays, '')
    .trim()
  const parts = numeric(plain, order) ?? named(plain)
  if (!parts) return serial(plain)
  return dayOf(parts)
}

/** Saturday, January 31, 2026. */
export const weekdays =
  /^(sun|mon|tue|tues|wednes|wed|thurs|thu|fri|satur|sat)(day)?[,\s]+|^(ال)?(سبت|أحد|احد|اثنين|إثنين|ثلاثاء|أربعاء|اربعاء|خميس|جمعة)[،,\s]+/i

type Parts = { year: number; month: number; day: number }

function numeric(plain: string, order: DayOrder): Parts | null {
  const first = /^(\d{4})[-/.\s](\d{1,2})[-/.\s](\d{1,2})$/.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  if (first) return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) }
  const last = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4}|\d{2})$/.exec(plain)
  if (!last) return null
  const [one, two, year] = last.slice(1).map(Number) as [number, number, number]
  const isMonthFirst = order === 'mdy' ? one <= 12 : two > 12 && one <= 12
  return {
    year: (last[3] as string).length === 2 ? 2000 + year : year,
    month: isMonthFirst ? one : two,
    day: isMonthFirst ? two : one,
  }
}

/** 25 Nov 2026, Nov 25, 2026, ٢٥ نوفمبر ٢٠٢٦, 1 محرم 1448. */
function named(plain: string): Parts | null {
  const words = normalizeForSearch(plain)
    .replace(/,|،/g, ' ')
    .split(/[\s\-/.]+/)
    .filter(Boolean)
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  const word = words.filter((one) => !/^\d+$/.test(one)).join(' ')
  const month = months.get(word) ?? months.get(word.slice(0, 3))
  if (month === undefined || numbers.length !== 2) return null
  const year = numbers.find((number) => number > 31) ?? (numbers[1] as number)
  const day = numbers[numbers[0] === year ? 1 : 0] as number
  return { year: year < 100 ? 2000 + year : year, month, day }
}

const names: readonly (readonly string[])[] = [
  ['jan', 'january', 'يناير', 'محرم', 'كانون الثاني'],
  ['feb', 'february', 'فبراير', 'صفر', 'شباط'],
  ['mar', 'march', 'مارس', 'ربيع الاول', 'ربيع اول', 'آذار'],
  ['apr', 'april', 'ابريل', 'ربيع الاخر', 'ربيع الثاني', 'ربيع ثاني', 'نيسان'],
  ['may', 'مايو', 'جمادي الاولي', 'جمادي الاول', 'أيار'],
  ['jun', 'june', 'يونيو', 'جمادي الاخره', 'جمادي الثانيه', 'حزيران'],
  ['jul', 'july', 'يوليو', 'رجب', 'تموز'],
  ['aug', 'august', 'اغسطس', 'شعبان', 'آب'],
  ['sep', 'september', 'سبتمبر', 'رمضان', 'أيلول'],
  ['oct', 'october', 'اكتوبر', 'شوال', 'تشرين الأول'],
  ['nov', 'november', 'نوفمبر', 'ذو القعده', 'ذي القعده', 'تشرين الثاني'],
  ['dec', 'december', 'ديسمبر', 'ذو الحجه', 'ذي الحجه', 'كانون الأول'],
]
const months = new Map(names.flatMap((all, index) => all.map((name) => [normalizeForSearch(name), index + 1] as const)))

/** The day number of a spreadsheet: 45000 is 2023-03-15. */
function serial(plain: string): string | null {
  const number = /^(\d{5})(\.\d+)?$/.exec(plain)?.[1]
  if (!number || Number(number) < 30_000) return null
  return new Date(Date.UTC(1899, 11, 30) + Number(number) * 864e5).toISOString().slice(0, 10)
}

function dayOf({ year, month, day }: Parts): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  if (year >= 1300 && year <= 1500) return fromHijri({ year, month, day })
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function fromHijri(hijri: Parts): string | null {
  try {
    const { year, month, day } = hijriToGregorian(hijri)
    return dayOf({ year, month, day })
  } catch {
    return null
  }
}

/** The order of day and month, if a date of the file proves it: 25/11/2026 or 11/25/2026. */
export function provenOrder(cells: Iterable<string>): DayOrder | null {
  let dayFirst = 0
  let monthFirst = 0
  for (const cell of cells) {
    const found = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(foldDigits(cell).trim())
    if (!found) continue
    if (Number(found[1]) > 12) dayFirst++
    else if (Number(found[2]) > 12) monthFirst++
  }
  return monthFirst > dayFirst ? 'mdy' : dayFirst > 0 ? 'dmy' : null
}
