import { useTranslation } from 'react-i18next'
import classes from './StatusDot.module.css'

const colors: Record<string, string> = {
  active: 'green',
  paid: 'green',
  open: 'green',
  posted: 'green',
  reversed: 'gray',
  confirmed: 'blue',
  sent: 'blue',
  pending: 'gray',
  draft: 'gray',
  closed: 'gray',
  inactive: 'orange',
  partially_paid: 'orange',
  under_review: 'orange',
  blocked: 'red',
  overdue: 'red',
  void: 'red',
}

/** A status as coloured dot and word; `colors` of a family that has its own win. */
export function StatusDot({ status, color, label }: { status: string; color?: string; label?: string }) {
  const { t } = useTranslation('common')
  const shade = `var(--mantine-color-${color ?? colors[status] ?? 'gray'}-6)`
  return (
    <span className={classes.status}>
      <span className={classes.dot} style={{ background: shade }} aria-hidden />
      {label ?? t(`statuses.${status}`)}
    </span>
  )
}
