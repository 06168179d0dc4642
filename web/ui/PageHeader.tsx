import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

type PageHeaderProps = {
  title: ReactNode
  detail?: ReactNode
  /** Before the title: the way back. */
  back?: ReactNode
  children?: ReactNode
}

/** The page's one h1 and, at its end, the page's buttons. */
export function PageHeader({ title, detail, back, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        {back}
        <div>
          <Title order={1}>{title}</Title>
          {detail && <div className={classes.detail}>{detail}</div>}
        </div>
      </div>
      <div className={classes.actions} data-acts>
        {children}
      </div>
    </header>
  )
}
