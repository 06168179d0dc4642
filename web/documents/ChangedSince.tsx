import { useTranslation } from 'react-i18next'
import { Num } from '../ui/cells/Num.tsx'

type ChangedSinceProps = {
  printed: { due_date?: string; notes: string | null } | null
  due_date?: string
  notes: string | null
}

/** On the screen only: what was changed for our own use since the paper was issued, which goes on saying what it said. */
export function ChangedSince({ printed, due_date, notes }: ChangedSinceProps) {
  const { t } = useTranslation('documents')
  if (!printed) return null
  const isDueLater = printed.due_date !== undefined && printed.due_date !== due_date
  const hasOtherNotes = printed.notes !== notes
  if (!isDueLater && !hasOtherNotes) return null
  return (
    <p>
      {isDueLater && (
        <span>
          {t('standing.due_now')} <Num>{due_date}</Num>
        </span>
      )}{' '}
      {hasOtherNotes && (
        <span>
          {t('standing.notes_now')} <bdi>{notes ?? t('standing.no_notes')}</bdi>
        </span>
      )}
    </p>
  )
}
