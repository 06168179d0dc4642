import type { ReactNode } from 'react'
import classes from './AuthCard.module.css'

type AuthCardProps = { title: string; detail?: string; children: ReactNode; below?: ReactNode }

/** One form on a hairline card, with the way to the other pages below it. */
export function AuthCard({ title, detail, children, below }: AuthCardProps) {
  return (
    <div className={classes.column}>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {detail && <p className={classes.detail}>{detail}</p>}
        <div className={classes.content}>{children}</div>
      </section>
      {below && <div className={classes.below}>{below}</div>}
    </div>
  )
}
