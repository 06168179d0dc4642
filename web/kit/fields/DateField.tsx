import { useField } from '../form/useField.ts'
import { DayInput } from './DayInput.tsx'

/** A day of the form. */
export function DateField({ name, onChange }: { name: string; onChange?: (day: string) => void }) {
  const { key, control } = useField(name)
  return (
    <DayInput
      key={key}
      {...control}
      onChange={(day) => {
        control.onChange(day)
        onChange?.(day)
      }}
    />
  )
}
