import type { ReactNode } from 'react'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './Overview.module.css'

type OverviewFrameProps = {
  title: ReactNode
  status: string
  /** Its code or number. */
  code?: string | null
  kind: string
  actions: ReactNode
  children: ReactNode
}

/** The page of a record: its name with what it is, the acts that come next, and its parts. */
export function OverviewFrame({ title, status, code, kind, actions, children }: OverviewFrameProps) {
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        detail={
          <span className={classes.detail}>
            {code && <Num>{code}</Num>}
            <bdi>{kind}</bdi>
            <StatusDot status={status} />
          </span>
        }
      >
        {actions}
      </PageHeader>
      <div className={classes.page}>{children}</div>
    </>
  )
}
