import type { UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { unsaved } from '../../api/unsaved.ts'
import type { Values } from './FormScope.ts'

/** Watches a form: leaving it dirty asks first, and a session that ends over it is renewed in place. */
export function useUnsaved(form: UseFormReturnType<Values>) {
  const isDirty = form.isDirty
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && isDirty(),
    enableBeforeUnload: () => isDirty(),
    withResolver: true,
  })
  useEffect(() => unsaved.watch(() => isDirty()), [isDirty])
  return {
    blocker,
    isDirty: () => isDirty(),
    /** Whether it is asking now: a way out was taken, and waits for the answer. */
    isAsking: () => blocker.status === 'blocked',
    /** The input is saved: leaving the page needs no question any more. */
    release: () => form.resetDirty(),
  }
}

// Another record in the drawer is another place; sorting the list behind it is not.
const placeOf = ({ pathname, search }: { pathname: string; search: unknown }) =>
  `${pathname} ${(search as { edit?: string }).edit ?? ''}`
