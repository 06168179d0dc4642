import type { EInvoice } from '#contract/e-invoice/model.ts'
import { readQr } from '#server/e-document/qr.ts'
import { isSignatureOf, readStamp, type Stamp } from '#server/e-document/read-stamp.ts'
import { first } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import { type Findings, failure, type PlatformMessage, remark } from './messages.ts'
import { attached } from './read-e-invoice.ts'

type StampCheck = {
  root: XmlElement
  text: string
  document: EInvoice
  hash: string
  isOwn: (certificate: string) => boolean
}

/**
 * Checks stamp and code: the owner of the certificate, the digests, the signature, each field of the code. A simplified document must
 * have them. A standard document may come without them; if it has them, they are checked in the same way.
 */
export function stampFindings(given: StampCheck): Findings {
  const stamp = readStamp(given.root, given.text)
  const isBare = given.document.audience === 'standard' && first(given.root, 'ext:UBLExtensions') === null
  if (!stamp) return { errors: isBare ? [] : [invalidSignature], warnings: [] }
  const qr = qrFindings(given, stamp)
  return {
    errors: [...certificateErrors(stamp, given.isOwn), ...signatureErrors(stamp, given.hash), ...qr.errors],
    warnings: qr.warnings,
  }
}

const invalidSignature = failure('invalid-digital-signature', 'SIGNATURE_ERRORS', 'Invalid digital signature')

function certificateErrors(stamp: Stamp, isOwn: StampCheck['isOwn']): PlatformMessage[] {
  const wrong = (code: string, message: string) => failure(code, 'CERTIFICATE_ERRORS', message)
  const errors: PlatformMessage[] = []
  if (!isOwn(stamp.certificate.text))
    errors.push(wrong('invalid-signing-certificate', 'The certificate of the stamp is not that of the CSID'))
  if (stamp.certificate_digest !== stamp.expected_certificate_digest)
    errors.push(wrong('certificate-hashing', 'Invalid certificate hashing'))
  if (stamp.properties_digest !== stamp.expected_properties_digest)
    errors.push(
      wrong(
        'signed-properties-hashing',
        "Invalid signed properties hashing, SignedProperties with id='xadesSignedProperties'",
      ),
    )
  if (stamp.issuer !== stamp.certificate.issuer) errors.push(wrong('X-509-Issuer-Name', 'Wrong X509IssuerName'))
  if (stamp.serial !== stamp.certificate.serial) errors.push(wrong('X509-Serial-Number', 'Wrong X509SerialNumber'))
  return errors
}

const signatureErrors = (stamp: Stamp, hash: string): PlatformMessage[] =>
  stamp.hash === hash && isSignatureOf(hash, stamp) ? [] : [invalidSignature]

function qrFindings({ root, document, hash }: StampCheck, stamp: Stamp): Findings {
  const wrong = (code: string, message: string) => failure(code, 'QRCODE_VALIDATION', message)
  const isSimplified = document.audience === 'simplified'
  const fields = readQr(attached(root, 'QR', 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject') ?? '')
  if (fields?.map(({ tag }) => tag).join() !== (isSimplified ? '1,2,3,4,5,6,7,8,9' : '1,2,3,4,5,6,7,8'))
    return {
      errors: [wrong('QRCODE_INVALID', 'Invalid QR code format, Please follow the ZATCA QR code specifications')],
      warnings: [],
    }
  const value = (tag: number) => fields[tag - 1]?.value ?? Buffer.alloc(0)
  const isText = (tag: number, text: string | null) => value(tag).toString('utf8') === text
  const errors: PlatformMessage[] = []
  const warnings: PlatformMessage[] = []
  if (!isText(1, document.seller.name) || !isText(2, document.seller.vat_number))
    errors.push(wrong('QRCODE_INVALID', 'Seller of the QR code does not match the invoice'))
  if (!isText(3, `${document.issue_date}T${document.issue_time}`))
    warnings.push(
      remark(
        'invoiceTimeStamp_QRCODE_INVALID',
        'QRCODE_VALIDATION',
        'Time on QR Code does not match with Invoice Issue Time (KSA-25)',
      ),
    )
  if (!isText(4, document.totals.payable))
    warnings.push(
      remark('QRCODE_INVALID', 'QRCODE_VALIDATION', 'Tag 4 does not match the amount due for payment (BT-115)'),
    )
  if (!isText(5, document.totals.tax_sar))
    errors.push(wrong('QRCODE_INVALID', 'Tag 5 does not match the VAT total (BT-111)'))
  if (!isText(6, hash))
    errors.push(wrong('invoiceHash_QRCODE_INVALID', 'Invoice xml hash does not match with qr code invoice xml hash'))
  if (!isText(7, stamp.signature)) errors.push(wrong('QRCODE_INVALID', 'Tag 7 does not match the signature'))
  if (!value(8).equals(stamp.certificate.publicKeyDer))
    errors.push(wrong('QRCODE_INVALID', 'Tag 8 is not the public key'))
  if (isSimplified && !value(9).equals(stamp.certificate.authoritySignature))
    errors.push(wrong('QRCODE_INVALID', 'Tag 9 is not the signature of the certificate'))
  return { errors, warnings }
}
