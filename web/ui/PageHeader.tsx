import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

type PageHeaderProps = { title: ReactNode; detail?: ReactNode; children?: ReactNode }

/** The page's one h1 and, at its end, the page's buttons. */
export function PageHeader({ title, detail, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <Title order={1}>{title}</Title>
        {detail && <div className={classes.detail}>{detail}</div>}
      </div>
      <div className={classes.actions} data-acts>
        {children}
      </div>
    </header>
  )
}
