import i18next from 'i18next'
import { useRef } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { showFailed } from '../../api/toasts.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

type EDocument = { state: string; audience: string }
type Issuable = { id: number; version: number; is_tax_invoice: boolean; is_void: boolean }

/**
 * Issues a document for a customer before printing or downloading it. Afterwards only a note corrects it (the server
 * decides). A document that is not issued is not printed, because it could still change; one that the authority has not
 * cleared is not handed over. `first` is undefined for papers outside this rule.
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
