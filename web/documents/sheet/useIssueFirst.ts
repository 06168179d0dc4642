import { useRef } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

/**
 * Issues what goes to a customer before it is printed or taken along; from then on a note corrects it and nothing else (the server
 * decides). What is not issued is not printed: it could still change. Undefined for a paper that is none of the law's.
 */
export function useIssueFirst(issue: Call, { id, version, qr }: { id: number; version: number; qr: string | null }) {
  const next = useRef(() => {})
  const issuing = useQuietMutation(issue, () => next.current())
  if (qr === null) return undefined
  return (onIssued: () => void) => {
    next.current = onIssued
    issuing.mutate({ params: { id }, body: { version } })
  }
}
