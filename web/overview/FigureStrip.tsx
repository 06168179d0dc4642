import type { ReactNode } from 'react'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './Overview.module.css'

type Figure = {
  label: string
  value: ReactNode
  /** Where its rows are. */
  to?: string
  search?: Record<string, string>
  isBad?: boolean
}

/** The figures of a record, large; each opens the rows that come to it. */
export function FigureStrip({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section className={classes.figures} aria-label={label}>
      {figures.map(({ label: name, value, to, search, isBad }) => {
        const content = (
          <>
            <span className={classes.label}>{name}</span>
            <span className={classes.value} data-bad={isBad || undefined}>
              {value}
            </span>
          </>
        )
        return to ? (
          <OpenLink key={name} to={to} search={search} className={classes.figure} plain={classes.figure}>
            {content}
          </OpenLink>
        ) : (
          <span key={name} className={classes.figure}>
            {content}
          </span>
        )
      })}
    </section>
  )
}
