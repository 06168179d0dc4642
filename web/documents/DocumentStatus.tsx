import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/sides.ts'
import { StatusDot } from '../kit/cells/StatusDot.tsx'
import classes from './DocumentStatus.module.css'

// The specification gives bills colours of their own, and they hold against the general ones.
const billColors: Record<string, string> = { draft: 'green', sent: 'red', paid: 'gray', partially_paid: 'orange' }

type DocumentStatusProps = {
  side: Side
  status: string
  overdue: boolean
  words?: 'documents' | 'customs'
  /** Of which some may have been given up: its status alone would say that it was paid. */
  of?: { total: number; written_off: number | null }
}

/** A document's status with a badge beside it when money is late, or will not come; `words` agree in gender with what it is. */
export function DocumentStatus({ side, status, overdue, words = 'documents', of }: DocumentStatusProps) {
  const { t } = useTranslation([words, 'documents'])
  const given = of?.written_off && (of.written_off < of.total ? 'partly_written_off' : 'written_off')
  return (
    <span className={classes.status}>
      <StatusDot
        status={status}
        label={t(`statuses.${status}`)}
        color={side.name === 'purchases' ? billColors[status] : undefined}
      />
      {overdue && <span className={classes.overdue}>{t('statuses.overdue')}</span>}
      {given && <span className={classes.given}>{t(`documents:statuses.${given}`)}</span>}
    </span>
  )
}
