import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { useField } from '../kit/form/useField.ts'

type NumberFieldProps = {
  name: string
  suffix?: ReactNode
  description?: string
  disabled?: boolean
  /** Money shows all decimals of its currency. */
  decimals?: number
}

/**
 * An exact decimal. Takes Latin, Arabic-Indic and Persian digits with their separators, keeps what was typed until
 * the field is left, then shows the canonical figure; the form holds text, never a float.
 */
export function NumberField({ name, suffix, decimals, ...rest }: NumberFieldProps) {
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
        const canonical = typed.trim() === '' ? '' : withDecimals(parseDecimal(typed), decimals)
        if (canonical !== null && canonical !== typed) form.setFieldValue(path, canonical)
      }}
    />
  )
}

/** Fills up, never rounds: decimals too many are what the person must see refused. */
function withDecimals(canonical: string | null, decimals = 0): string | null {
  const own = canonical?.split('.')[1]?.length ?? 0
  return canonical === null || own >= decimals ? canonical : text(decimal(canonical), decimals)
}
