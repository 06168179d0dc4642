import type { Call } from '#contract/kit/resource.ts'
import { useQuietMutation } from '../../api/useQuietMutation.ts'

/**
 * Printing issues what goes to a customer; from then on a note corrects it and nothing else (the server decides). What is not
 * issued is not printed: it could still change. Nothing for a paper that is none of the law's: the browser prints it as it is.
 */
export function usePrintIssued(issue: Call, { id, version, qr }: { id: number; version: number; qr: string | null }) {
  const issuing = useQuietMutation(issue, () => window.print())
  return qr === null ? undefined : () => issuing.mutate({ params: { id }, body: { version } })
}
