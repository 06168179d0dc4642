import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { type GivenUp, StatusBadges } from './StatusBadges.tsx'

// The specification gives bills their own colours, which override the general ones.
const billColors: Record<string, string> = { draft: 'green', sent: 'red', paid: 'gray', partially_paid: 'orange' }

type DocumentStatusProps = {
  side: Side
  status: string
  overdue: boolean
  words?: 'documents' | 'customs'
  /** Partly written off: its status alone would look like paid. */
  of?: GivenUp
}

/**
 * The status of a document, with a badge when it is overdue or written off; `words` agree in gender with the document.
 */
export function DocumentStatus({ side, status, overdue, words = 'documents', of }: DocumentStatusProps) {
  const { t } = useTranslation(words)
  // What is confirmed and late is late: a second badge would say the first once more.
  if (overdue && !of?.written_off && status === side.postedStatus)
    return <StatusDot status="overdue" label={t('statuses.overdue')} />
  return (
    <StatusBadges overdue={overdue} of={of} say={(name) => t(`statuses.${name}`)}>
      <StatusDot
        status={status}
        label={t(`statuses.${status}`)}
        color={side.name === 'purchases' ? billColors[status] : undefined}
      />
    </StatusBadges>
  )
}
