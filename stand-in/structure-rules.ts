import { all, content, descendants, first, textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import { type Findings, failure, remark } from './messages.ts'
import { attached } from './read-e-invoice.ts'

const embedded = 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject'
const signatureId = 'urn:oasis:names:specification:ubl:signature:Invoice'
type StructureRule = [id: string, severity: 'error' | 'warning', message: string, isHeld: (root: XmlElement) => boolean]

const isSimplified = (root: XmlElement) => code(root).startsWith('02')
const code = (root: XmlElement) => first(root, 'cbc:InvoiceTypeCode')?.attributes.get('name') ?? ''
const documents = (root: XmlElement) => all(root, 'cac:AdditionalDocumentReference')
const hasText = (root: XmlElement, name: string, text: string) =>
  [...descendants(root)].some((one) => one.name === name && content(one).trim() === text)
const mimeOf = (root: XmlElement, id: string) => {
  const found = documents(root).find((one) => textAt(one, 'cbc:ID')?.trim() === id)
  return found && first(found, embedded)?.attributes.get('mimeCode')?.trim()
}
const taxTotals = (root: XmlElement, isDetailed: boolean) =>
  all(root, 'cac:TaxTotal').filter((one) => (first(one, 'cac:TaxSubtotal') !== null) === isDetailed)
const currencies = (root: XmlElement) =>
  [...descendants(root)].filter((one) => one.attributes.has('currencyID') && !isRiyalTotal(root, one))
const isRiyalTotal = (root: XmlElement, one: XmlElement) =>
  taxTotals(root, false).some((total) => total.children.includes(one))

/** The rules for the XML only: structures that the plain data cannot have. */
export const structureRules: readonly StructureRule[] = [
  [
    'BR-KSA-EN16931-01',
    'error',
    'Business process must be reporting:1.0',
    (root) => textAt(root, 'cbc:ProfileID')?.trim() === 'reporting:1.0',
  ],
  ['BR-KSA-06', 'error', 'The transaction code is not NNPNESB', (root) => /^0[12][01]{5}([01]{2})?$/.test(code(root))],
  ['BR-KSA-68', 'error', 'Tax currency code must exist', (root) => Boolean(textAt(root, 'cbc:TaxCurrencyCode'))],
  [
    'BR-KSA-EN16931-02',
    'error',
    'VAT accounting currency must be SAR',
    (root) => textAt(root, 'cbc:TaxCurrencyCode')?.trim() === 'SAR',
  ],
  [
    'BR-KSA-EN16931-08',
    'warning',
    'Exactly one tax total with subtotals',
    (root) => taxTotals(root, true).length === 1,
  ],
  [
    'BR-KSA-EN16931-09',
    'warning',
    'Exactly one tax total without subtotals',
    (root) => taxTotals(root, false).length === 1,
  ],
  [
    'BR-53',
    'warning',
    'The tax total in the accounting currency is not in it',
    (root) =>
      taxTotals(root, false).every((one) => first(one, 'cbc:TaxAmount')?.attributes.get('currencyID') === 'SAR'),
  ],
  [
    'BR-KSA-CL-02',
    'error',
    'All currencies must be that of the document',
    (root) =>
      currencies(root).every(
        (one) => one.attributes.get('currencyID') === textAt(root, 'cbc:DocumentCurrencyCode')?.trim(),
      ),
  ],
  [
    'BR-52',
    'warning',
    'Each supporting document has a reference',
    (root) => documents(root).every((one) => Boolean(textAt(one, 'cbc:ID'))),
  ],
  ['BR-KSA-26', 'warning', 'The previous hash must be text/plain', (root) => mimeOf(root, 'PIH') === 'text/plain'],
  [
    'BR-KSA-F-02',
    'error',
    'A charge indicator is true or false',
    (root) =>
      [...descendants(root)].every(
        (one) => one.name !== 'cbc:ChargeIndicator' || /^(true|false)$/.test(content(one).trim()),
      ),
  ],
  [
    'BR-KSA-EN16931-06',
    'error',
    'No charge on a price',
    (root) =>
      [...descendants(root)].every(
        (one) => one.name !== 'cac:Price' || textAt(one, 'cac:AllowanceCharge/cbc:ChargeIndicator') !== 'true',
      ),
  ],
  [
    'BR-CL-KSA-14',
    'error',
    'The QR code has 1 to 1000 characters',
    (root) => (attached(root, 'QR', embedded)?.length ?? 1) <= 1000,
  ],
  [
    'BR-KSA-27',
    'warning',
    'The document must contain a QR code',
    (root) => !isSimplified(root) || (mimeOf(root, 'QR') === 'text/plain' && Boolean(attached(root, 'QR', embedded))),
  ],
  [
    'BR-KSA-28',
    'error',
    'The stamp has another information ID',
    (root) => !isSimplified(root) || hasText(root, 'cbc:ID', 'urn:oasis:names:specification:ubl:signature:1'),
  ],
  [
    'BR-KSA-29',
    'warning',
    'The stamp has another signature ID',
    (root) =>
      !isSimplified(root) ||
      (textAt(root, 'cac:Signature/cbc:ID') === signatureId && hasText(root, 'sbc:ReferencedSignatureID', signatureId)),
  ],
  [
    'BR-KSA-30',
    'error',
    'The stamp has another method',
    (root) =>
      !isSimplified(root) ||
      textAt(root, 'cac:Signature/cbc:SignatureMethod') === 'urn:oasis:names:specification:ubl:dsig:enveloped:xades',
  ],
  [
    'BR-KSA-60',
    'warning',
    'A simplified document must be stamped',
    (root) => !isSimplified(root) || first(root, 'cac:Signature') !== null,
  ],
]

export function structureFindings(root: XmlElement): Findings {
  const broken = structureRules.filter(([, , , isHeld]) => !isHeld(root))
  const said = (severity: 'error' | 'warning', make: typeof failure | typeof remark) =>
    broken
      .filter((one) => one[1] === severity)
      .map(([id, , message]) => make(id, categoryOf(id), `[${id}] - ${message}.`))
  return { errors: said('error', failure), warnings: said('warning', remark) }
}

export const categoryOf = (id: string): string =>
  id.startsWith('BR-KSA') || id.startsWith('BR-CUSTOM') ? 'KSA' : 'EN_16931'
