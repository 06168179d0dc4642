import type { FieldErrors } from '#contract/issues.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

type RefusalFacts = { field?: string; params?: Record<string, string | number>; errors?: FieldErrors }

/**
 * A rule's no: a name, never a message. `field` puts it on one field of the form, `errors` on several at once.
 * Worded in the asked language by `server/http/errors.ts`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly params: Record<string, string | number>
  readonly errors: FieldErrors
  constructor(code: RefusalCode, { field, params = {}, errors }: RefusalFacts = {}) {
    super(code)
    this.code = code
    this.status = refusals[code]
    this.params = params
    this.errors = errors ?? (field === undefined ? {} : { [field]: { code, params } })
  }
}
