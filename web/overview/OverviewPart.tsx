import type { ReactNode } from 'react'
import classes from './Overview.module.css'

type OverviewPartProps = { title: string; wide?: boolean; more?: ReactNode; children: ReactNode }

/** One part of a record's page, with the way to all of it. */
export function OverviewPart({ title, wide, more, children }: OverviewPartProps) {
  return (
    <section className={classes.part} data-wide={wide || undefined}>
      <h2>
        {title}
        {more}
      </h2>
      {children}
    </section>
  )
}
