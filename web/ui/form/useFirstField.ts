import type { UseFormReturnType } from '@mantine/form'
import { type RefObject, useEffect, useRef } from 'react'
import type { Values } from './FormScope.ts'

/** A form that opens awaits its first figure: what is required and empty has the focus. Not where a keyboard would cover it. */
export function useFirstField({ getValues }: UseFormReturnType<Values>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    const labels = form.current?.querySelectorAll<HTMLLabelElement>('label[data-required]') ?? []
    const controls = [...labels].map(({ control }) => control)
    controls
      .find((control) => control && (getValues()[control.dataset.field ?? ''] ?? '') === '')
      ?.focus({ preventScroll: true })
  }, [])
  return form
}
