import { Textarea } from '@mantine/core'
import { useField } from '../form/useField.ts'

/** Several lines of text; takes the whole width of its section. */
export function TextareaField({ name, rows = 3 }: { name: string; rows?: number }) {
  const { key, control } = useField(name)
  return <Textarea key={key} {...control} rows={rows} className="wide" classNames={{ input: 'any-input' }} />
}
