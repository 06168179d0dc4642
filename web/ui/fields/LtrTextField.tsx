import { TextInput } from '@mantine/core'
import { useField } from '../form/useField.ts'

type LatinFieldProps = {
  name: string
  description?: string
  inputMode?: 'email' | 'tel' | 'numeric' | 'text'
  autoComplete?: string
  disabled?: boolean
  /** It is given and stays: read like a fact, not faint like what cannot be reached. */
  readOnly?: boolean
}

/** E-mail, phone, code, document or VAT number: typed and shown left to right in both languages. */
export function LtrTextField({ name, inputMode = 'text', autoComplete = 'off', ...rest }: LatinFieldProps) {
  const { key, control } = useField(name)
  return (
    <TextInput
      key={key}
      {...control}
      {...rest}
      variant={rest.readOnly ? 'filled' : undefined}
      inputMode={inputMode}
      autoComplete={autoComplete}
      classNames={{ input: 'ltr-input' }}
    />
  )
}
