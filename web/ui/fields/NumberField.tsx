import type { ReactNode } from 'react'
import { useField } from '../form/useField.ts'
import { useWatched } from '../form/useWatched.ts'
import { FigureInput } from './FigureInput.tsx'

type NumberFieldProps = {
  name: string
  suffix?: ReactNode
  description?: string
  disabled?: boolean
  /** If a rule over several fields requires it, which the field's schema does not know. */
  withAsterisk?: boolean
  /** Money shows all decimals of its currency. */
  decimals?: number | undefined
  /** When the field is left: what follows from its final figure. */
  onLeave?: () => void
}

/** A figure of the form. */
export function NumberField({ name, suffix, onLeave, ...rest }: NumberFieldProps) {
  const { form, path, control } = useField(name)
  const { defaultValue: _, ...field } = control
  return (
    <FigureInput
      {...field}
      {...rest}
      value={useWatched(form, path)}
      onBlur={(event) => {
        field.onBlur?.(event)
        onLeave?.()
      }}
      rightSection={suffix && <span aria-hidden>{suffix}</span>}
    />
  )
}
