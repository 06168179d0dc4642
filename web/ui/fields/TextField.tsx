import { TextInput } from '@mantine/core'
import { useField } from '../form/useField.ts'

type TextFieldProps = { name: string; description?: string; placeholder?: string; autoComplete?: string }

/** One line of text in the direction of what is typed. */
export function TextField({ name, ...rest }: TextFieldProps) {
  const { key, control } = useField(name)
  return (
    <TextInput
      key={key}
      {...control}
      {...rest}
      autoComplete={rest.autoComplete ?? 'off'}
      classNames={{ input: 'any-input' }}
    />
  )
}
