import type { ReactNode } from 'react'
import classes from './StatusBadges.module.css'

/** Partly written off: its status alone would look like paid. */
export type GivenUp = { total: number; written_off: number | null }
type StatusBadgesProps = {
  overdue: boolean
  of?: GivenUp | undefined
  say: (name: 'overdue' | 'written_off' | 'partly_written_off') => string
  children: ReactNode
}

/** Next to a status: overdue, or written off. */
export function StatusBadges({ overdue, of, say, children }: StatusBadgesProps) {
  const given = of?.written_off && (of.written_off < of.total ? 'partly_written_off' : 'written_off')
  return (
    <span className={classes.status}>
      {children}
      {overdue && <span className={classes.overdue}>{say('overdue')}</span>}
      {given && <span className={classes.given}>{say(given)}</span>}
    </span>
  )
}
