import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DrawerSection.module.css'

/** A named group of fields in a drawer. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  )
}
