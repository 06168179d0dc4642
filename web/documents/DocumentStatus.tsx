import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { type GivenUp, StatusBadges } from './StatusBadges.tsx'

// The specification gives bills colours of their own, and they hold against the general ones.
const billColors: Record<string, string> = { draft: 'green', sent: 'red', paid: 'gray', partially_paid: 'orange' }

type DocumentStatusProps = {
  side: Side
  status: string
  overdue: boolean
  words?: 'documents' | 'customs'
  /** Of which some may have been given up: its status alone would say that it was paid. */
  of?: GivenUp
}

/** A document's status with a badge beside it when money is late, or will not come; `words` agree in gender with what it is. */
export function DocumentStatus({ side, status, overdue, words = 'documents', of }: DocumentStatusProps) {
  const { t } = useTranslation(words)
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
