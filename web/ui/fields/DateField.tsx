import { useField } from '../form/useField.ts'
import { useWatched } from '../form/useWatched.ts'
import { DayInput } from './DayInput.tsx'

/** A day of the form, with its Hijri date in the field. `onTouched` is called when the user types or picks one. */
export function DateField({ name, onTouched }: { name: string; onTouched?: () => void }) {
  const { key, control, form, path } = useField(name)
  const day = useWatched(form, path)
  const change = (day: string) => {
    onTouched?.()
    control.onChange(day)
  }
  return <DayInput key={key} hijriOf={day} {...control} onChange={change} onWrong={change} />
}
