import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/sides.ts'
import { StatusDot } from '../kit/cells/StatusDot.tsx'
import classes from './DocumentStatus.module.css'

// The specification gives bills colours of their own, and they hold against the general ones.
const billColors: Record<string, string> = { draft: 'green', sent: 'red', paid: 'gray', partially_paid: 'orange' }

type DocumentStatusProps = { side: Side; status: string; overdue: boolean; words?: 'documents' | 'customs' }

/** A document's status with a badge beside it when money is late; `words` agree in gender with what it is. */
export function DocumentStatus({ side, status, overdue, words = 'documents' }: DocumentStatusProps) {
  const { t } = useTranslation(words)
  return (
    <span className={classes.status}>
      <StatusDot
        status={status}
        label={t(`statuses.${status}`)}
        color={side.name === 'purchases' ? billColors[status] : undefined}
      />
      {overdue && <span className={classes.overdue}>{t('statuses.overdue')}</span>}
    </span>
  )
}
