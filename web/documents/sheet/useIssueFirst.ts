import { useEffect, useRef } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

type Issued = { id: number; version: number; is_tax_invoice: boolean; is_issued: boolean }

/**
 * Issues what goes to a customer before it is printed or taken along; from then on a note corrects it and nothing else (the server
 * decides). What is not issued is not printed: it could still change. Goes on once the page shows it as issued, with its code. Undefined
 * for what is issued already, and for a paper that is none of the law's.
 */
export function useIssueFirst(issue: Call, { id, version, is_tax_invoice, is_issued }: Issued) {
  const next = useRef<(() => void) | null>(null)
  const issuing = useQuietMutation(issue, () => {})
  useEffect(() => {
    if (!is_issued) return
    next.current?.()
    next.current = null
  }, [is_issued])
  if (!is_tax_invoice || is_issued) return undefined
  return (onIssued: () => void) => {
    next.current = onIssued
    issuing.mutate({ params: { id }, body: { version } })
  }
}
