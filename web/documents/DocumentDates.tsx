import { useRef } from 'react'
import { DateField } from '../ui/fields/DateField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { addDays, daysBetween } from './addDays.ts'

type DocumentDatesProps = {
  name: string
  /** A new document's due date keeps its distance from the day, until the user sets it. */
  follows: boolean
}

/** The day of a document and the day it is due, which is never before it. */
export function DocumentDates({ name, follows }: DocumentDatesProps) {
  const { form } = useFormScope()
  const isOwn = useRef(!follows)
  const before = useRef(String(form.getValues()[name] ?? ''))
  form.watch(name, ({ value }) => {
    const [day, due] = [String(value), String(form.getValues().due_date ?? '')]
    const distance = isOwn.current ? null : daysBetween(before.current, due)
    before.current = day
    if (distance !== null && daysBetween(day, day) !== null) form.setFieldValue('due_date', addDays(day, distance))
    else if (day > due) form.setFieldValue('due_date', day)
  })
  return (
    <>
      <DateField name={name} />
      <DateField
        name="due_date"
        onTouched={() => {
          isOwn.current = true
        }}
      />
    </>
  )
}
