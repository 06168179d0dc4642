import type { UseFormReturnType } from '@mantine/form'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { unsaved } from '../../api/unsaved.ts'
import type { Values } from './FormScope.ts'
import { holdAddress } from './heldAddress.ts'

/** Watches a form: leaving it dirty asks first, and a session that ends over it is renewed in place. */
export function useUnsaved(form: UseFormReturnType<Values>) {
  const isDirty = form.isDirty
  const { history } = useRouter()
  const giveBack = useRef(() => {})
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      const isBlocked = placeOf(current) !== placeOf(next) && isDirty()
      const isShownAlready = action === 'BACK' || action === 'FORWARD' || action === 'GO'
      if (isBlocked && isShownAlready) giveBack.current = holdAddress(history.createHref(history.location.href))
      return isBlocked
    },
    enableBeforeUnload: () => isDirty(),
    withResolver: true,
  })
  const answer = (decide: (() => void) | undefined) => {
    giveBack.current()
    giveBack.current = () => {}
    decide?.()
  }
  useEffect(() => unsaved.watch(() => isDirty()), [isDirty])
  return {
    /** The question, while it is open; its two answers. */
    isAsked: blocker.status === 'blocked',
    stay: () => answer(blocker.reset),
    leave: () => answer(blocker.proceed),
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
