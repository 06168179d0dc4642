import { useField } from '../form/useField.ts'
import { useWatched } from '../form/useWatched.ts'
import { DayInput } from './DayInput.tsx'

type DateFieldProps = { name: string; onTouched?: () => void; description?: string }

/** A day of the form, with its Hijri date in the field. `onTouched` is called when the user types or picks one. */
export function DateField({ name, onTouched, description }: DateFieldProps) {
  const { key, control, form, path } = useField(name)
  const day = useWatched(form, path)
  const change = (day: string) => {
    onTouched?.()
    control.onChange(day)
  }
  return <DayInput key={key} hijriOf={day} {...control} description={description} onChange={change} onWrong={change} />
}
