import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'
import { escapedText } from './canonical-xml.ts'
import { type Certificate, unitNames } from './certificate.ts'
import { hexDigest, sha256 } from './hash.ts'
import { qrCode } from './qr.ts'
import { asHashed, signedProperties } from './signed-properties.ts'
import { attachment, rootStart, sellerStart, writeXml } from './write-xml.ts'
import { element, leaf } from './xml-element.ts'

type Signer = { key: KeyObject; certificate: Certificate; signing_time: string }
export type SignedDocument = { xml: string; hash: string; qr: string }
type StampFault = 'other_key' | 'other_vat_number' | 'certificate_expired' | 'signature_invalid' | 'hash_changed'
/** Refuses to issue a document or advance the chain with a stamp that the authority would not accept. */
export class StampRefused extends Error {
  readonly fault: StampFault
  constructor(fault: StampFault) {
    super(`The document cannot be stamped: ${fault}`)
    this.fault = fault
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const signatureId = 'urn:oasis:names:specification:ubl:signature:Invoice'
const method = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'

/**
 * Writes, hashes, stamps and codes an e-document (dossier 9.5): its bytes are final. The stamp and the hash are read back and checked
 * before anything is returned. `signing_time` is UTC, YYYY-MM-DDTHH:mm:ss.
 */
export function signDocument(invoice: IssuedEInvoice, { key, certificate, signing_time }: Signer): SignedDocument {
  assertIsUsable(invoice, { key, certificate, signing_time })
  const canonical = writeXml(invoice)
  const digest = sha256(canonical)
  const hash = digest.toString('base64')
  // ECDSA hashes the 32 bytes of the hash again, as in all official samples.
  const signature = sign('sha256', digest, key)
  if (!verify('sha256', digest, certificate.publicKey, signature)) throw new StampRefused('signature_invalid')
  const properties = signedProperties({
    digest: certificate.digest,
    issuer: escapedText(certificate.issuer),
    serial: certificate.serial,
    signing_time,
  })
  const qr = qrCode(
    {
      seller: invoice.seller.name ?? '',
      vat_number: invoice.seller.vat_number ?? '',
      time: `${invoice.issue_date}T${invoice.issue_time}`,
      payable: invoice.totals.payable,
      tax_sar: invoice.totals.tax_sar,
    },
    {
      hash,
      signature: signature.toString('base64'),
      publicKey: certificate.publicKeyDer,
      authoritySignature: invoice.audience === 'simplified' ? certificate.authoritySignature : null,
    },
  )
  const stamp = extensions({ hash, signature: signature.toString('base64'), certificate, properties })
  const xml = `${declaration}${stamped(canonical, stamp, qr)}`
  if (withoutStamp(xml) !== canonical) throw new StampRefused('hash_changed')
  return { xml, hash, qr }
}

/** The certificate belongs to the key and the seller, and is valid at the time of signing. */
function assertIsUsable(invoice: IssuedEInvoice, { key, certificate, signing_time }: Signer): void {
  const own = createPublicKey(key).export({ type: 'spki', format: 'der' })
  if (!own.equals(certificate.publicKeyDer)) throw new StampRefused('other_key')
  const vat_number = certificate.unit.get(unitNames.vat_number)
  if (vat_number !== undefined && vat_number !== invoice.seller.vat_number) throw new StampRefused('other_vat_number')
  const at = new Date(`${signing_time}Z`)
  if (at < certificate.valid_from || at > certificate.valid_to) throw new StampRefused('certificate_expired')
}

/** The three elements that the hash leaves out, without additional blanks. */
function stamped(canonical: string, stamp: string, qr: string): string {
  const signature = element('cac:Signature', leaf('cbc:ID', signatureId), leaf('cbc:SignatureMethod', method))
  return canonical
    .replace(rootStart, () => rootStart + stamp)
    .replace(sellerStart, () => attachment('QR', qr) + signature + sellerStart)
}

/** The hashed text, recovered from the stored document. The tests compare it with an independent reader. */
const withoutStamp = (xml: string): string =>
  xml
    .slice(declaration.length)
    .replace(/<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/, '')
    .replace(
      /<cac:AdditionalDocumentReference><cbc:ID>QR<(?:(?!<cac:Signature>)[\s\S])*<cac:Signature>[\s\S]*?<\/cac:Signature>/,
      '',
    )

type Stamp = { hash: string; signature: string; certificate: Pick<Certificate, 'text'>; properties: string }

const xpath = (expression: string) =>
  `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>${expression}</ds:XPath></ds:Transform>`
const digestOf = (value: string) =>
  `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${value}</ds:DigestValue>`

/** The stamp (KSA-15), as the official samples lay it out. */
export function extensions({ hash, signature, certificate, properties }: Stamp): string {
  const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
  const signedInfo = [
    '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11"/>',
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>',
    '<ds:Reference Id="invoiceSignedData" URI=""><ds:Transforms>',
    xpath('not(//ancestor-or-self::ext:UBLExtensions)'),
    xpath('not(//ancestor-or-self::cac:Signature)'),
    xpath("not(//ancestor-or-self::cac:AdditionalDocumentReference[cbc:ID='QR'])"),
    '<ds:Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11"/></ds:Transforms>',
    `${digestOf(hash)}</ds:Reference>`,
    '<ds:Reference Type="http://www.w3.org/2000/09/xmldsig#SignatureProperties" URI="#xadesSignedProperties">',
    `${digestOf(hexDigest(asHashed(properties)))}</ds:Reference>`,
  ].join('')
  return [
    `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionURI>${method}</ext:ExtensionURI><ext:ExtensionContent>`,
    `<sig:UBLDocumentSignatures xmlns:sac="${ubl}:SignatureAggregateComponents-2"`,
    ` xmlns:sbc="${ubl}:SignatureBasicComponents-2" xmlns:sig="${ubl}:CommonSignatureComponents-2">`,
    '<sac:SignatureInformation><cbc:ID>urn:oasis:names:specification:ubl:signature:1</cbc:ID>',
    `<sbc:ReferencedSignatureID>${signatureId}</sbc:ReferencedSignatureID>`,
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="signature">',
    `<ds:SignedInfo>${signedInfo}</ds:SignedInfo><ds:SignatureValue>${signature}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    '<ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="signature">',
    `${properties}</xades:QualifyingProperties></ds:Object></ds:Signature></sac:SignatureInformation>`,
    '</sig:UBLDocumentSignatures></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>',
  ].join('')
}
