import { useField } from '../form/useField.ts'
import { DayInput } from './DayInput.tsx'

/** A day of the form. */
export function DateField({ name }: { name: string }) {
  const { key, control } = useField(name)
  return <DayInput key={key} {...control} onWrong={control.onChange} />
}
