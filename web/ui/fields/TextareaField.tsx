import { Textarea } from '@mantine/core'
import { useField } from '../form/useField.ts'

type TextareaFieldProps = {
  name: string
  rows?: number
  /** The title of its section says what it is: its own label is only read aloud. */
  isTitled?: true
}

/** Several lines of text; takes the whole width of its section. */
export function TextareaField({ name, rows = 3, isTitled }: TextareaFieldProps) {
  const { key, control } = useField(name)
  return (
    <Textarea
      key={key}
      {...control}
      rows={rows}
      className="wide"
      classNames={{ input: 'any-input', ...(isTitled && { label: 'spoken' }) }}
    />
  )
}
