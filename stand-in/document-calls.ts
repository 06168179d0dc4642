import { firstPreviousHash } from '#server/e-document/hash.ts'
import { type Chain, linkFault } from './chain.ts'
import { type Checked, checkDocument, inRiyadh, type Received } from './check-document.ts'
import { clearedDocument } from './clear-document.ts'
import type { FaultName } from './faults.ts'
import { type Findings, failure, type PlatformAnswer, remark, validationResults } from './messages.ts'
import type { Csid, World } from './world.ts'

type Call = 'compliance_invoices' | 'reporting' | 'clearance'
type DocumentRequest = { call: Call; body: Record<string, unknown>; fault: FaultName | null }

/** Calls 2, 5 and 6: a document is checked. The production calls also store it. */
export function documentCall(world: World, csid: Csid, { call, body, fault }: DocumentRequest): PlatformAnswer {
  const received = receivedOf(body)
  if ('errors' in received) return rejected(call, received)
  if (csid.kind !== (call === 'compliance_invoices' ? 'compliance' : 'production'))
    return rejected(call, single('certificate-permissions', 'CERTIFICATE_ERRORS', 'This CSID is not for this call'))
  if (call === 'clearance' && !world.isClearanceOn) return clearanceOff
  const before = world.accepted.get(received.invoiceHash)
  if (before && call !== 'compliance_invoices') return duplicate(call, fault === 'without_xml' ? null : before.cleared)
  const checked = checkDocument(world, csid, received)
  const own = call === 'compliance_invoices' ? checked : joined(checked, ownFindings(world, csid, call, checked))
  const bad = withFault(own, fault)
  if (bad.errors.length > 0) return rejected(call, bad)
  const answer = accepted(world, csid, call, received, { ...checked, ...bad })
  return fault === 'without_xml' ? withoutXml(answer) : answer
}

function receivedOf(body: Record<string, unknown>): Received | Findings {
  const { invoiceHash, uuid, invoice } = body
  const wrong = (message: string) => single('InvoiceHash-Errors', 'Invalid-InvoiceHash', message)
  if (typeof invoiceHash !== 'string' || invoiceHash === '')
    return wrong('Document hash is not present in the API body')
  if (!/^[A-Za-z0-9+/]{43}=$/.test(invoiceHash)) return wrong('Document hash format in the API body is not valid')
  if (typeof invoice !== 'string' || invoice === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(invoice))
    return single('Invoice-Errors', 'Invalid-Invoice', 'Document is not present in the API body')
  return { invoiceHash, uuid: String(uuid ?? ''), xml: Buffer.from(invoice, 'base64') }
}

const single = (code: string, category: string, message: string): Findings => ({
  errors: [failure(code, category, message)],
  warnings: [],
})
const joined = (a: Findings, b: Findings): Findings => ({
  errors: [...a.errors, ...b.errors],
  warnings: [...a.warnings, ...b.warnings],
})

/** The checks of the production calls only: the right call, one document for one identifier, the chain of the unit. */
function ownFindings(world: World, csid: Csid, call: Call, { document, hash }: Checked): Findings {
  if (!document || hash === null) return { errors: [], warnings: [] }
  const errors = [...callErrors(world, call, document.audience), ...chainErrors(world, csid, document, hash)]
  const known = world.uuids.get(document.uuid ?? '')
  if (known !== undefined && known !== hash)
    errors.push(failure('duplicate-uuid', 'UUID_ERRORS', 'The UUID was used by another document'))
  world.uuids.set(document.uuid ?? '', known ?? hash)
  return { errors, warnings: [] }
}

function callErrors({ isClearanceOn }: World, call: Call, audience: string) {
  const isRight = audience === 'simplified' ? call === 'reporting' : call === 'clearance' || !isClearanceOn
  return isRight ? [] : [failure('invoice-type', 'INVOICE_TYPE', `A ${audience} document does not belong to ${call}`)]
}

function chainErrors(world: World, csid: Csid, document: NonNullable<Checked['document']>, hash: string) {
  const chain: Chain = world.chains.get(csid.unit) ?? new Map()
  world.chains.set(csid.unit, chain)
  const icv = Number(document.icv)
  const link = { hash, previous_hash: document.previous_hash ?? '' }
  const fault = linkFault(chain, icv, link, firstPreviousHash)
  // A rejected document keeps its position in the chain too: the next one names it.
  if (!chain.has(icv)) chain.set(icv, link)
  return fault === null ? [] : [failure('KSA-13', 'PIH', fault)]
}

function withFault(findings: Findings, fault: FaultName | null): Findings {
  if (fault === 'rejected')
    return joined(findings, single('BR-KSA-DEMAND', 'KSA', '[BR-KSA-DEMAND] - Rejected on demand.'))
  if (fault !== 'warnings') return findings
  const warning = remark('BR-KSA-DEMAND', 'KSA', '[BR-KSA-DEMAND] - A remark on demand.')
  return { errors: findings.errors, warnings: [...findings.warnings, warning] }
}

const clearanceOff: PlatformAnswer = {
  status: 303,
  body: { message: 'Clearance is deactiviated. Please use the /invoices/reporting/single endpoint instead.' },
}

function statusOf(call: Call, audience: string | undefined, isAccepted: boolean) {
  const reported = { reportingStatus: isAccepted ? 'REPORTED' : 'NOT_REPORTED' }
  const cleared = { clearanceStatus: isAccepted ? 'CLEARED' : 'NOT_CLEARED' }
  if (call === 'reporting') return reported
  if (call === 'clearance') return cleared
  const nothing = { qrSellertStatus: null, qrBuyertStatus: null }
  return audience === 'standard'
    ? { reportingStatus: null, ...cleared, ...nothing }
    : { ...reported, clearanceStatus: null, ...nothing }
}

function rejected(call: Call, findings: Findings & Partial<Pick<Checked, 'document'>>): PlatformAnswer {
  const body = { validationResults: validationResults(findings), ...statusOf(call, findings.document?.audience, false) }
  return { status: 400, body: call === 'clearance' ? { ...body, clearedInvoice: null } : body }
}

function accepted(world: World, csid: Csid, call: Call, received: Received, checked: Checked): PlatformAnswer {
  const { document, hash } = checked
  if (!document || hash === null) return rejected(call, checked)
  const kind = `${document.audience} ${document.type}`
  const xml = received.xml.toString('utf8')
  const cleared =
    call === 'clearance' ? Buffer.from(clearedDocument(world, xml, document, hash)).toString('base64') : null
  if (call === 'compliance_invoices') csid.passed.add(kind)
  else world.accepted.set(hash, { hash, uuid: received.uuid, kind, cleared, at: inRiyadh(world.now()) })
  const body = { validationResults: validationResults(checked), ...statusOf(call, document.audience, true) }
  const status = checked.warnings.length > 0 ? 202 : 200
  return { status, body: cleared === null ? body : { ...body, clearedInvoice: cleared } }
}

const withoutXml = ({ status, body }: PlatformAnswer): PlatformAnswer => ({
  status,
  body: { ...(body as Record<string, unknown>), clearedInvoice: null },
})

/** A document sent before is a success: 208 with the document for clearance, 409 for reporting and where it lacks the document. */
function duplicate(call: Call, cleared: string | null): PlatformAnswer {
  if (call === 'clearance' && cleared !== null)
    return {
      status: 208,
      body: {
        validationResults: validationResults({ errors: [], warnings: [] }),
        clearanceStatus: 'CLEARED',
        clearedInvoice: cleared,
      },
    }
  const errors = [failure(null, null, 'Invoice was already Reported successfully earlier.')]
  return {
    status: 409,
    body: { validationResults: validationResults({ errors, warnings: [] }), ...statusOf(call, undefined, false) },
  }
}
