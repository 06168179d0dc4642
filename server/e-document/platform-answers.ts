/** One remark of the platform: a rule's id, or a code of its own, with its text. */
export type Remark = { code: string | null; category: string | null; message: string }

export const documentStates = [
  /** Cleared or reported; warnings of the second kind should be corrected before they become errors. */
  'accepted',
  'accepted_with_warnings',
  /** Cleared or reported before, by an answer that was lost: as good as accepted. */
  'duplicate',
  /** Cleared, but the answer lacks the authority's document, without which nothing may be handed over. */
  'cleared_without_xml',
  /** Final for this document: its place in the chain stays used, the mended invoice is a new one. */
  'rejected',
  /** Clearance is switched off: the standard document is to be reported. */
  'clearance_off',
  /** The certificate is not accepted; the document itself was not looked at. */
  'unauthorised',
  /** Refused unread, by a fault of ours: nothing is known against the document. */
  'not_processed',
  /** Perhaps it arrived: the same bytes are sent again. */
  'unknown',
] as const
export type DocumentState = (typeof documentStates)[number]

export type Body = Record<string, unknown>
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body as JSON; null for anything else, such as the page of a proxy. */
export function parsedBody(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // Plain text is what the platform answers to a wrong header, and a proxy answers pages.
    return null
  }
}

const spellings = {
  errors: ['errorMessages', 'erroMessages', 'errors', 'erros'],
  warnings: ['warningMessages', 'warnings'],
} as const

/** Remarks in every form the platform uses: inside or outside of validationResults, as objects or plain texts. */
export function remarksOf(body: Body | null, kind: keyof typeof spellings): Remark[] {
  if (body === null) return []
  const places = [body, body.validationResults].filter(isObject)
  const remarks = places.flatMap((place) => spellings[kind].flatMap((name) => listOf(place[name]))).map(remarkOf)
  if (kind === 'errors' && remarks.length === 0 && typeof body.message === 'string' && body.message !== '')
    return [remarkOf(body)]
  return remarks
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value])
const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function remarkOf(value: unknown): Remark {
  if (!isObject(value)) return { code: null, category: null, message: String(value) }
  return { code: textOr(value.code), category: textOr(value.category), message: textOr(value.message) ?? '' }
}

/** The calls that send a document. Each has its own verdict in the answer. */
export type DocumentCall = 'compliance' | 'reporting' | 'clearance'

const wasEarlier = /REPORTED_SUCCESSFULLY_EARLIER|CLEARED_SUCCESSFULLY_EARLIER|previously submitted/i
const isVerdict = (body: Body) =>
  ['validationResults', 'reportingStatus', 'clearanceStatus', 'status', 'errors'].some((name) => name in body)

/** What the answer says of the document: `reportingStatus` of a report, `clearanceStatus` of a clearance. */
function verdictIn({ reportingStatus, clearanceStatus }: Body, call: DocumentCall): 'yes' | 'no' | null {
  const answer = {
    reporting: [reportingStatus],
    clearance: [clearanceStatus],
    compliance: [reportingStatus, clearanceStatus],
  }
  if (answer[call].some((one) => one === 'NOT_REPORTED' || one === 'NOT_CLEARED')) return 'no'
  return answer[call].some((one) => /^(REPORTED|CLEARED)/.test(String(one))) ? 'yes' : null
}

/**
 * The meaning of each answer to a document. The status is null if no answer came. Only a verdict is a verdict: a success
 * without one says nothing about the document.
 */
export function documentState(status: number | null, text: string, call: DocumentCall): DocumentState {
  const body = parsedBody(text)
  if (status === null || status >= 500 || status === 408 || status === 425 || status === 429) return 'unknown'
  if (status === 208 || status === 409) return body !== null && isVerdict(body) ? 'duplicate' : 'unknown'
  if (status === 303) return 'clearance_off'
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 400) return body !== null && isVerdict(body) ? 'rejected' : 'not_processed'
  if (status !== 200 && status !== 202) return 'not_processed'
  // A proxy or an error page answered instead of the platform: that says nothing about the document.
  if (body === null) return 'unknown'
  if (wasEarlier.test(text)) return isVerdict(body) ? 'duplicate' : 'unknown'
  const verdict = verdictIn(body, call)
  if (verdict === null) return 'unknown'
  if (verdict === 'no') return 'rejected'
  return status === 202 || remarksOf(body, 'warnings').length > 0 ? 'accepted_with_warnings' : 'accepted'
}

export const csidRefusals = [
  'otp_missing',
  'otp_invalid',
  'request_invalid',
  'wrong_environment',
  'compliance_incomplete',
  'not_this_request',
  'other',
] as const
export type CsidRefusal = (typeof csidRefusals)[number]

const refusals: Record<string, CsidRefusal> = {
  'Missing-OTP': 'otp_missing',
  'Invalid-OTP': 'otp_invalid',
  'Missing-CSR': 'request_invalid',
  'Invalid-CSR': 'request_invalid',
  'Missing-ComplianceSteps': 'compliance_incomplete',
  'Missing-compliance_request_id': 'not_this_request',
  'Invalid-ComplianceRequestId': 'not_this_request',
  'Missing-CurrentCCSID': 'not_this_request',
  'Invalid-CurrentCCSID': 'not_this_request',
}

/** Why no certificate was issued, worded below `eInvoice:csid`. */
export function csidRefusal(remarks: readonly Remark[]): CsidRefusal {
  // The platform's obscure answer to a request made for another environment.
  if (remarks.some(({ message }) => /certificate template|Denied by Policy/i.test(message))) return 'wrong_environment'
  return remarks.map(({ code }) => refusals[code ?? '']).find((one) => one !== undefined) ?? 'other'
}
