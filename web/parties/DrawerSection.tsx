import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DrawerSection.module.css'

/** A group of fields in a drawer, with its name unless the line that opens it says it. */
export function DrawerSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      {title && <Title order={3}>{title}</Title>}
      {children}
    </section>
  )
}
