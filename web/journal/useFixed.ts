import { useTranslation } from 'react-i18next'

type Standing = {
  status: string
  closed_period: string | null
  reversed_on?: string | null
  reversal_reason?: string | null
}

/**
 * Why an entry stands as it is: it was voided, taken back on another day, or its own day is closed; null while it can be
 * changed. One rule for its row, its page and its form.
 */
export function useFixed(): (entry: Standing) => string | null {
  const { t } = useTranslation('journal')
  return ({ status, closed_period, reversed_on, reversal_reason }) => {
    if (status === 'void') return t('reverse.void')
    if (reversed_on) return t('reverse.done', { date: reversed_on, reason: reversal_reason ?? '' })
    if (status === 'reversed') return t('reverse.reversed')
    return closed_period && t(`closed.${closed_period}`)
  }
}
