import type { EInvoice } from '#contract/e-invoice/model.ts'
import { verdictOf } from '#contract/e-invoice/verdict.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import { parseXml, type XmlElement } from '#server/xml/parse-xml.ts'
import { stampFindings } from './check-stamp.ts'
import { type Findings, failure, type PlatformMessage, remark } from './messages.ts'
import { readEInvoice } from './read-e-invoice.ts'
import { categoryOf, structureFindings } from './structure-rules.ts'
import type { Csid, World } from './world.ts'

export type Received = { invoiceHash: string; uuid: string; xml: Buffer }
export type Checked = Findings & { document: EInvoice | null; hash: string | null }

/** All checks of the platform, in its order: schema, rules, hash, and for simplified documents stamp and code. */
export function checkDocument(world: World, csid: Csid, received: Received): Checked {
  const text = received.xml.toString('utf8')
  const root = readable(text)
  const schemaFaults = world.schema?.(received.xml) ?? []
  if (root?.name !== 'Invoice' || schemaFaults.length > 0) {
    const why = schemaFaults[0] ? ` (${schemaFaults[0].trim().slice(0, 300)})` : ''
    return { ...only(failure('XSD_ZATCA_INVALID', 'XSD validation', schemaInvalid + why)), document: null, hash: null }
  }
  const document = readEInvoice(root)
  const hash = invoiceHash(text)
  const parts = [
    structureFindings(root),
    ruleFindings(world, document),
    hashFindings(received, hash, document),
    permissionFindings(csid, document),
    stampFindings({ root, text, document, hash, isOwn: isCertificateOf(world, csid) }),
  ]
  return {
    errors: parts.flatMap(({ errors }) => errors),
    warnings: parts.flatMap(({ warnings }) => warnings),
    document,
    hash,
  }
}

const schemaInvalid =
  'Schema validation failed; XML does not comply with UBL 2.1 standards in line with ZATCA specifications'
/** A certificate of the same unit, including the one before a renewal: documents stamped with it are sent unchanged. */
const isCertificateOf =
  ({ csids }: World, { unit, kind }: Csid) =>
  (text: string) =>
    [...csids.values()].some((one) => one.certificate === text && one.unit === unit && one.kind === kind)

const only = (message: PlatformMessage): Findings => ({ errors: [message], warnings: [] })

function readable(text: string): XmlElement | null {
  try {
    return parseXml(text)
  } catch {
    // Text that is not XML is answered as an invalid schema.
    return null
  }
}

/** Riyadh's local time of an instant, without a zone. */
export const inRiyadh = (instant: Date): string =>
  new Date(instant.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)

/** Our rules, except those that the authority does not have. */
function ruleFindings(world: World, document: EInvoice): Findings {
  const now = inRiyadh(world.now())
  const { issues } = verdictOf(document, { today: now.slice(0, 10), now, stage: 'issued' })
  const results = issues.flatMap(({ rule, also, severity, path, message }) => {
    const id = rule === 'MIZAN-NUMBER' ? missingAmount(path) : [rule, ...also].find((one) => one.startsWith('BR-'))
    return id ? [{ id, severity, text: `[${id}] - ${path}: ${message.replaceAll('_', ' ')}.` }] : []
  })
  const of = (kind: string) => results.filter(({ severity }) => severity === kind)
  return {
    errors: of('error').map(({ id, text }) => failure(id, categoryOf(id), text)),
    warnings: of('warning').map(({ id, text }) => remark(id, categoryOf(id), text)),
  }
}

/** A missing element is read as an empty amount. The authority has a rule for each. */
const amounts: [at: RegExp, id: string][] = [
  [/^totals\.without_tax$/, 'BR-13'],
  [/^totals\.with_tax$/, 'BR-14'],
  [/^totals\.payable$/, 'BR-15'],
  [/^rows\.\d+\.quantity$/, 'BR-22'],
  [/^rows\.\d+\.net$/, 'BR-24'],
  [/^rows\.\d+\.price$/, 'BR-26'],
  [/^allowances\.\d+\.amount$/, 'BR-31'],
  [/^rows\.\d+\.allowances\.\d+\.amount$/, 'BR-41'],
  [/^breakdown\.\d+\.taxable$/, 'BR-45'],
  [/^breakdown\.\d+\.tax$/, 'BR-46'],
  [/^prepayments\./, 'BR-KSA-75'],
]
const missingAmount = (path: string): string => amounts.find(([at]) => at.test(path))?.[1] ?? 'BR-CO-10'

function hashFindings(received: Received, hash: string, document: EInvoice): Findings {
  const errors: PlatformMessage[] = []
  if (received.invoiceHash !== hash)
    errors.push(
      failure(
        'invalid-invoice-hash',
        'INVOICE_HASHING_ERRORS',
        'The invoice hash API body does not match the (calculated) Hash of the XML',
      ),
    )
  if (received.uuid !== document.uuid)
    errors.push(failure('invalid-uuid', 'UUID_ERRORS', 'The UUID of the API body is not that of the XML'))
  return { errors, warnings: [] }
}

function permissionFindings(csid: Csid, { seller, audience }: EInvoice): Findings {
  const errors: PlatformMessage[] = []
  const permission = (message: string) => errors.push(failure('certificate-permissions', 'CERTIFICATE_ERRORS', message))
  if (seller.vat_number !== csid.vat_number)
    permission('User only allowed to use the vat number that exists in the authentication certificate')
  if (csid.kinds[audience === 'standard' ? 0 : 1] !== '1')
    permission(`Production CSID does not cover ${audience === 'standard' ? 'Standard' : 'Simplified'} documents`)
  return { errors, warnings: [] }
}
