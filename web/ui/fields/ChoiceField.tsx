import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from '../form/useField.ts'

type ChoiceFieldProps = { name: string; choices: { value: string; label: string }[]; description?: ReactNode }

/** One of a few fixed values. */
export function ChoiceField({ name, choices, description }: ChoiceFieldProps) {
  const { key, control } = useField(name)
  return (
    <Select
      key={key}
      {...control}
      // If no choice is selected it says so.
      defaultValue={
        control.defaultValue ? String(control.defaultValue) : choices.some(({ value }) => value === '') ? '' : null
      }
      data={choices}
      description={description}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
