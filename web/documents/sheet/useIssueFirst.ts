import i18next from 'i18next'
import { useRef } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { showFailed } from '../../api/toasts.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

type EDocument = { state: string; audience: string }
type Issuable = { id: number; version: number; is_tax_invoice: boolean; is_void: boolean }

/**
 * Issues what goes to a customer before it is printed or taken along; from then on a note corrects it and nothing else (the server
 * decides). What is not issued is not printed: it could still change; and what the authority has not cleared is not handed over.
 * `first` is undefined for a paper that is none of the law's.
 */
export function useIssueFirst(issue: Call, { id, version, is_tax_invoice, is_void }: Issuable) {
  const next = useRef(() => {})
  const issuing = useQuietMutation(issue, (answer) => {
    const held = heldBack((answer as { data: { e_document: EDocument | null } }).data.e_document)
    if (held) showFailed('update_failed', i18next.t(`eInvoicing:toasts.${held}`))
    else next.current()
  })
  if (!is_tax_invoice || is_void) return { first: undefined, isIssuing: false }
  const first = (onIssued: () => void) => {
    next.current = onIssued
    issuing.mutate({ params: { id }, body: { version } })
  }
  return { first, isIssuing: issuing.isPending }
}

function heldBack(document: EDocument | null): 'rejected' | 'not_cleared' | null {
  if (!document) return null
  if (document.state === 'rejected') return 'rejected'
  const isAccepted = document.state === 'accepted' || document.state === 'accepted_with_warnings'
  return document.audience === 'standard' && !isAccepted ? 'not_cleared' : null
}
