import { useTranslation } from 'react-i18next'
import type { journalEntries } from '#contract/journal.ts'
import type { RecordOf } from '../api/resource.ts'

/** Why an entry stands as it is: it was voided, or taken back on another day; null while it can be changed. */
export function useFixed({ is_void, reversed_on, reversal_reason }: RecordOf<typeof journalEntries>): string | null {
  const { t } = useTranslation('journal')
  if (is_void) return t('reverse.void')
  return reversed_on ? t('reverse.done', { date: reversed_on, reason: reversal_reason ?? '' }) : null
}
