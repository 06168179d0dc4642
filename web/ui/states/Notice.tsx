import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

type NoticeProps = { icon: ReactNode; title: ReactNode; detail?: string; children?: ReactNode }

/** A sentence in the place where content would be, with the way on below it. */
export function Notice({ icon, title, detail, children }: NoticeProps) {
  return (
    <Stack align="center" gap={6} py={56} px="md" ta="center">
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Text fw={600} component="div">
        {title}
      </Text>
      {detail && (
        <Text size="sm" className={classes.detail}>
          {detail}
        </Text>
      )}
      {children && <div className={classes.action}>{children}</div>}
    </Stack>
  )
}
