import i18next from 'i18next'
import type { Call } from '#contract/kit/resource.ts'
import { showFailed } from '../../api/toasts.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

type EDocument = { state: string; audience: string }
type Issuable = { id: number; version: number; is_tax_invoice: boolean; is_void: boolean; is_issued: boolean }
/** How a paper is handed over: it is issued before, and the buttons say so while it is not yet. */
export type IssueFirst = {
  /** Issues, then calls back, unless the authority holds it back. */
  first: (onIssued: () => void) => void
  /** Issues, and answers whether it may be handed over. */
  ready: () => Promise<boolean>
  /** It still may be changed: handing it over ends that. */
  isUnissued: boolean
}

/**
 * Issues a document for a customer before printing or downloading it. Afterwards only a note corrects it (the server
 * decides). A document that is not issued is not printed, because it could still change; one that the authority has not
 * cleared is not handed over. `issueFirst` is undefined for papers outside this rule.
 */
export function useIssueFirst(
  issue: Call,
  { id, version, is_tax_invoice, is_void, is_issued }: Issuable,
): { issueFirst: IssueFirst | undefined; isIssuing: boolean } {
  const issuing = useQuietMutation(issue, () => {})
  if (!is_tax_invoice || is_void) return { issueFirst: undefined, isIssuing: false }
  const ready = async () => {
    // The mutation itself reports a failure.
    const answer = await issuing.mutateAsync({ params: { id }, body: { version } }).catch(() => null)
    if (!answer) return false
    const held = heldBack((answer as { data: { e_document: EDocument | null } }).data.e_document)
    if (held) showFailed('update_failed', i18next.t(`eInvoicing:toasts.${held}`))
    return !held
  }
  const first = (onIssued: () => void) => void ready().then((may) => may && onIssued())
  return { issueFirst: { first, ready, isUnissued: !is_issued }, isIssuing: issuing.isPending }
}

function heldBack(document: EDocument | null): 'rejected' | 'not_cleared' | null {
  if (!document) return null
  if (document.state === 'rejected') return 'rejected'
  const isAccepted = document.state === 'accepted' || document.state === 'accepted_with_warnings'
  return document.audience === 'standard' && !isAccepted ? 'not_cleared' : null
}
