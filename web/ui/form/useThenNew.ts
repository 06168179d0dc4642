import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'

/** Where a save leads: to its usual place, or to the next new record if that was asked for. */
export function useThenNew(createPath: string) {
  const navigate = useNavigate()
  const isWanted = useRef(false)
  return {
    /** Saves by `submit` and begins the next one; the next plain save has its usual meaning again. */
    saveAndNew: (submit: () => Promise<void>) => {
      isWanted.current = true
      void submit().finally(() => {
        isWanted.current = false
      })
    },
    /** Whether the next new record is shown instead of what the save usually leads to. */
    goesOn: (): boolean => {
      if (!isWanted.current) return false
      // Another address each time: the page begins from scratch, with the next number.
      void navigate({ to: createPath, search: { fresh: String(Date.now()) } })
      return true
    },
  }
}
