import { useTranslation } from 'react-i18next'

const minute_ms = 60_000

/** How long is left until an instant, and whether that is short: the last six hours, or over. */
export function useTimeLeft(): (until: string) => { text: string; isShort: boolean } {
  const { t } = useTranslation('eInvoicing')
  return (until) => {
    const minutes = Math.floor((Date.parse(until) - Date.now()) / minute_ms)
    if (minutes < 0) return { text: t('left.over'), isShort: true }
    const left =
      minutes < 60 ? t('age.minutes', { count: minutes }) : t('age.hours', { count: Math.floor(minutes / 60) })
    return { text: t('left.until', { left }), isShort: minutes < 6 * 60 }
  }
}

/** How long ago, in the largest unit that says it. */
export function useAge(): (instant: string) => string {
  const { t } = useTranslation('eInvoicing')
  return (instant) => {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / minute_ms))
    if (minutes < 60) return t('age.minutes', { count: minutes })
    if (minutes < 48 * 60) return t('age.hours', { count: Math.floor(minutes / 60) })
    return t('age.days', { count: Math.floor(minutes / (24 * 60)) })
  }
}
