import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './FormSection.module.css'

type FormSectionProps = { title: string; detail?: ReactNode; children: ReactNode }

/** A named group of fields: its name at the start, the fields in a grid next to it; hairlines separate the groups. */
export function FormSection({ title, detail, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {detail && (
          <Text size="sm" className={classes.detail}>
            {detail}
          </Text>
        )}
      </div>
      <FormFields>{children}</FormFields>
    </section>
  )
}

/** Fields in a grid. */
export const FormFields = ({ children }: { children: ReactNode }) => <div className={classes.fields}>{children}</div>
