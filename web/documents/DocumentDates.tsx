import { DateField } from '../ui/fields/DateField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** The day of a document and the day it is due, which is never before it. */
export function DocumentDates({ name }: { name: string }) {
  const { form } = useFormScope()
  form.watch(name, ({ value }) => {
    if (String(value) > String(form.getValues().due_date ?? '')) form.setFieldValue('due_date', String(value))
  })
  return (
    <>
      <DateField name={name} />
      <DateField name="due_date" />
    </>
  )
}
