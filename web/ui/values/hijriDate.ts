import { gregorianToHijri } from '@tabby_ai/hijri-converter'

/** The Hijri day of a Gregorian one by the Umm al-Qura table, as 1448/06/05; null outside of the table. */
export function hijriDate(day: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  try {
    const found = gregorianToHijri({ year, month, day: date })
    return [found.year, ...[found.month, found.day].map((part) => String(part).padStart(2, '0'))].join('/')
  } catch {
    return null
  }
}
