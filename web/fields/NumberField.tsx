import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseDecimal } from '#ledger/money.ts'
import { useField } from '../kit/form/useField.ts'

type NumberFieldProps = { name: string; suffix?: ReactNode; description?: string; disabled?: boolean }

/**
 * An exact decimal. Takes Latin, Arabic-Indic and Persian digits with their separators, keeps what was typed until
 * the field is left, then shows the canonical figure; the form holds text, never a float.
 */
export function NumberField({ name, suffix, ...rest }: NumberFieldProps) {
  const { key, form, path, control } = useField(name)
  return (
    <TextInput
      key={key}
      {...control}
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'amount-input' }}
      rightSection={suffix && <span aria-hidden>{suffix}</span>}
      onBlur={(event) => {
        control.onBlur?.(event)
        const typed = event.currentTarget.value
        const canonical = typed.trim() === '' ? '' : parseDecimal(typed)
        if (canonical !== null && canonical !== typed) form.setFieldValue(path, canonical)
      }}
    />
  )
}
