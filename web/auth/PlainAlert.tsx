import type { ReactNode } from 'react'
import classes from './plain.module.css'

/** A message above the form. Errors interrupt a screen reader, successes wait. */
export function PlainAlert({ tone, children }: { tone: 'bad' | 'good'; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={classes.alert} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
