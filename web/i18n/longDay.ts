import type { Language } from './i18n.ts'

/** A day in words, so that day and month cannot be confused: 4 March 2026. */
export const longDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
