import { useField } from '../form/useField.ts'
import { DayInput } from './DayInput.tsx'

/** A day of the form. `onTouched` is called when the user types or picks one. */
export function DateField({ name, onTouched }: { name: string; onTouched?: () => void }) {
  const { key, control } = useField(name)
  const change = (day: string) => {
    onTouched?.()
    control.onChange(day)
  }
  return <DayInput key={key} {...control} onChange={change} onWrong={change} />
}
