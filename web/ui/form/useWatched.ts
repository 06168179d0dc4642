import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Values } from './FormScope.ts'

/** A field's value as text, drawn again when it changes; the form itself stays uncontrolled. */
export function useWatched(form: UseFormReturnType<Values>, name: string): string {
  const [value, setValue] = useState(String(form.getValues()[name] ?? ''))
  form.watch(name, ({ value: next }) => setValue(String(next ?? '')))
  return value
}
