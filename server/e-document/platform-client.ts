import { clearedQr } from './cleared-qr.ts'
import type { PlatformEnvironment } from './environment.ts'
import { invoiceHash } from './hash.ts'
import {
  type Body,
  type CsidRefusal,
  csidRefusal,
  type DocumentCall,
  type DocumentState,
  documentState,
  parsedBody,
  type Remark,
  remarksOf,
} from './platform-answers.ts'

/** The address of each environment, declared only here. */
export const platformAddresses: Record<PlatformEnvironment, string> = {
  sandbox: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/developer-portal',
  simulation: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/simulation',
  production: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/core',
}

export type Credentials = { token: string; secret: string }
export type SentDocument = { uuid: string; hash: string; xml: string }
export type DocumentAnswer = {
  state: DocumentState
  status: number | null
  errors: Remark[]
  warnings: Remark[]
  /** The document with the authority's stamp and code, as received, and whether it is ours: its hash equals the one sent. */
  cleared: { xml: string; isSame: boolean; qr: string | null } | null
  retry_after_s: number | null
  /** The response as received, for the archive; without one, the reason. */
  body: string
}
export type IssuedCsid = Credentials & { request_id: string }
export type CsidAnswer =
  | { state: 'issued'; csid: IssuedCsid; body: string }
  /** Renewal only: the compliance documents must be sent again with this certificate. */
  | { state: 'compliance_again'; csid: IssuedCsid; body: string }
  | { state: 'refused'; refusal: CsidRefusal; remarks: Remark[]; status: number; body: string }
  | { state: 'unauthorised'; body: string }
  | { state: 'unknown'; status: number | null; body: string }

export type PlatformClient = {
  /** `csr` is the PEM text of the request. */
  requestCompliance(request: { csr: string; otp: string }): Promise<CsidAnswer>
  checkCompliance(credentials: Credentials, document: SentDocument): Promise<DocumentAnswer>
  requestProduction(credentials: Credentials, compliance_request_id: string): Promise<CsidAnswer>
  renew(credentials: Credentials, request: { csr: string; otp: string }): Promise<CsidAnswer>
  report(credentials: Credentials, document: SentDocument): Promise<DocumentAnswer>
  clear(credentials: Credentials, document: SentDocument): Promise<DocumentAnswer>
}

type Settings = {
  environment: PlatformEnvironment
  /** The address of the stand-in, instead of the authority's. */
  address?: string
  language?: 'ar' | 'en'
  timeout_ms?: number
}
type Call = { method?: string; path: string; headers?: Record<string, string>; credentials?: Credentials; body: object }
type Received = { status: number | null; text: string; retry_after_s: number | null }
type Send = (call: Call) => Promise<Received>

/** The platform's calls. Each returns the meaning of the answer. Faults of the network or the platform never throw. */
export function createPlatformClient({
  environment,
  address,
  language = 'en',
  timeout_ms = 60_000,
}: Settings): PlatformClient {
  const base = (address ?? platformAddresses[environment]).replace(/\/$/, '')
  const send: Send = (call) => request(base, { language, timeout_ms }, call)
  const document = (call: DocumentCall) => async (credentials: Credentials, sent: SentDocument) => {
    const { path, headers = {} } = documentCalls[call]
    return documentAnswer(await send({ path, headers, credentials, body: documentBody(sent) }), sent, call)
  }
  const csr64 = (csr: string) => ({ csr: Buffer.from(csr).toString('base64') })
  return {
    requestCompliance: async ({ csr, otp }) =>
      csidAnswer(await send({ path: '/compliance', headers: { OTP: otp }, body: csr64(csr) })),
    checkCompliance: document('compliance'),
    requestProduction: async (credentials, compliance_request_id) =>
      csidAnswer(await send({ path: '/production/csids', credentials, body: { compliance_request_id } })),
    renew: async (credentials, { csr, otp }) =>
      csidAnswer(
        await send({
          method: 'PATCH',
          path: '/production/csids',
          headers: { OTP: otp },
          credentials,
          body: csr64(csr),
        }),
      ),
    report: document('reporting'),
    clear: document('clearance'),
  }
}

const documentCalls: Record<DocumentCall, { path: string; headers?: Record<string, string> }> = {
  compliance: { path: '/compliance/invoices' },
  reporting: { path: '/invoices/reporting/single', headers: { 'Clearance-Status': '0' } },
  clearance: { path: '/invoices/clearance/single', headers: { 'Clearance-Status': '1' } },
}

const documentBody = ({ uuid, hash, xml }: SentDocument) => ({
  invoiceHash: hash,
  uuid,
  invoice: Buffer.from(xml).toString('base64'),
})

async function request(
  base: string,
  { language, timeout_ms }: { language: string; timeout_ms: number },
  { method = 'POST', path, headers, credentials, body }: Call,
): Promise<Received> {
  const basic = credentials && Buffer.from(`${credentials.token}:${credentials.secret}`).toString('base64')
  // Before the call: what no header can carry is our fault, and not the platform's silence.
  const sent = new Headers({
    'Accept-Version': 'V2',
    'Accept-Language': language,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...headers,
    ...(basic === undefined ? {} : { Authorization: `Basic ${basic}` }),
  })
  try {
    const response = await fetch(base + path, {
      method,
      headers: sent,
      body: JSON.stringify(body),
      // 303 is an answer here, not a redirect.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const wait = Number(response.headers.get('Retry-After'))
    return { status: response.status, text: await response.text(), retry_after_s: wait > 0 ? wait : null }
  } catch (error) {
    // No answer: it is unknown whether the document arrived, so this is returned and not thrown.
    return { status: null, text: error instanceof Error ? reasonOf(error) : String(error), retry_after_s: null }
  }
}

const reasonOf = ({ name, message, cause }: Error): string =>
  `${name}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`

function documentAnswer(
  { status, text, retry_after_s }: Received,
  sent: SentDocument,
  call: DocumentCall,
): DocumentAnswer {
  const body = parsedBody(text)
  const cleared = clearedOf(body, sent)
  return {
    state: withDocument(documentState(status, text, call), call, cleared),
    status,
    errors: remarksOf(body, 'errors'),
    warnings: remarksOf(body, 'warnings'),
    cleared,
    retry_after_s,
    body: text,
  }
}

/** A clearance is accepted by the authority's document alone. Another document than ours says nothing about ours. */
function withDocument(state: DocumentState, call: DocumentCall, cleared: DocumentAnswer['cleared']): DocumentState {
  if (!['accepted', 'accepted_with_warnings', 'duplicate'].includes(state)) return state
  if (cleared?.isSame === false) return 'not_processed'
  return call === 'clearance' && cleared === null ? 'cleared_without_xml' : state
}

function clearedOf(body: Body | null, sent: SentDocument): DocumentAnswer['cleared'] {
  if (typeof body?.clearedInvoice !== 'string' || body.clearedInvoice === '') return null
  const xml = Buffer.from(body.clearedInvoice, 'base64').toString('utf8')
  try {
    const qr = clearedQr(xml)
    if (invoiceHash(xml) !== sent.hash) return { xml, isSame: false, qr: null }
    // Without a code of the authority it is only what we sent.
    return qr === null || qr === clearedQr(sent.xml) ? null : { xml, isSame: true, qr }
  } catch {
    // An unreadable document is not ours.
    return { xml, isSame: false, qr: null }
  }
}

function csidAnswer({ status, text }: Received): CsidAnswer {
  const body = parsedBody(text)
  // The published 428 wraps its body once more.
  const inner = (body && 'value' in body ? body.value : body) as Body | null
  const { requestID, binarySecurityToken: token, secret, dispositionMessage } = inner ?? {}
  const hasCsid = typeof token === 'string' && typeof secret === 'string' && token !== ''
  const csid = { request_id: String(requestID ?? ''), token: String(token), secret: String(secret) }
  if (hasCsid && dispositionMessage === 'ISSUED') return { state: 'issued', csid, body: text }
  if (hasCsid && status === 428) return { state: 'compliance_again', csid, body: text }
  if (status === 401 || status === 403) return { state: 'unauthorised', body: text }
  if (status === null || status >= 500 || status === 429) return { state: 'unknown', status, body: text }
  const remarks = remarksOf(inner, 'errors')
  return { state: 'refused', refusal: csidRefusal(remarks), remarks, status, body: text }
}
