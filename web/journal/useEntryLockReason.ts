import { useTranslation } from 'react-i18next'

type EntryState = {
  status: string
  closed_period: string | null
  reversed_on?: string | null
  reversal_reason?: string | null
  has_items?: boolean
  settled_by?: readonly unknown[]
}

/**
 * Why an entry cannot be changed: it was voided or reversed, its open items are settled, or its date is locked; null
 * while it can be changed. One rule for its row, its page and its form.
 */
export function useEntryLockReason(): (entry: EntryState) => string | null {
  const { t } = useTranslation('journal')
  return ({ status, closed_period, reversed_on, reversal_reason, has_items, settled_by = [] }) => {
    if (status === 'void') return t('reverse.void')
    if (reversed_on) return t('reverse.done', { date: reversed_on, reason: reversal_reason ?? '' })
    if (status === 'reversed') return t('reverse.reversed')
    if (settled_by.length > 0) return t('items.settled')
    return closed_period && t(`${has_items ? 'items' : 'closed'}.${closed_period}`)
  }
}
