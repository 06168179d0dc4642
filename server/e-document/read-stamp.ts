import { verify } from 'node:crypto'
import { descendants, first, textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { hexDigest } from './hash.ts'
import { asHashed } from './signed-properties.ts'

export type Stamp = {
  /** The hash that the stamp names. */
  hash: string
  signature: string
  certificate: Certificate
  /** The digests as written, and as they must be. */
  certificate_digest: string
  expected_certificate_digest: string
  properties_digest: string
  expected_properties_digest: string
  issuer: string
  serial: string
}

/** The stamp of a document, from its tree and from its text, because blanks matter there. Null if it is missing or unreadable. */
export function readStamp(root: XmlElement, xml: string): Stamp | null {
  const signature =
    first(root, 'ext:UBLExtensions') && [...descendants(root)].find(({ name }) => name === 'ds:Signature')
  const properties = /<xades:SignedProperties[\s\S]*?<\/xades:SignedProperties>/.exec(xml.replace(/\r\n/g, '\n'))?.[0]
  if (!signature || !properties) return null
  const at = (path: string) => textAt(signature, path)?.trim() ?? ''
  const references = 'ds:SignedInfo/ds:Reference'
  const certificate = certificateOf(at('ds:KeyInfo/ds:X509Data/ds:X509Certificate'))
  if (!certificate) return null
  const signed = 'ds:Object/xades:QualifyingProperties/xades:SignedProperties/xades:SignedSignatureProperties'
  const cert = `${signed}/xades:SigningCertificate/xades:Cert`
  const digests = [...descendants(signature)].filter(({ name }) => name === references.split('/')[1])
  return {
    hash: (digests[0] && textAt(digests[0], 'ds:DigestValue')?.trim()) ?? '',
    properties_digest: (digests[1] && textAt(digests[1], 'ds:DigestValue')?.trim()) ?? '',
    expected_properties_digest: hexDigest(asHashed(properties)),
    signature: at('ds:SignatureValue'),
    certificate,
    certificate_digest: at(`${cert}/xades:CertDigest/ds:DigestValue`),
    expected_certificate_digest: certificate.digest,
    issuer: at(`${cert}/xades:IssuerSerial/ds:X509IssuerName`),
    serial: at(`${cert}/xades:IssuerSerial/ds:X509SerialNumber`),
  }
}

function certificateOf(text: string): Certificate | null {
  try {
    return readCertificate(text)
  } catch {
    // An invalid certificate is answered as a wrong stamp, not as our own error.
    return null
  }
}

/** Whether the certificate's key signed the 32 bytes of the hash. */
export function isSignatureOf(hash: string, { signature, certificate }: Stamp): boolean {
  return verify('sha256', Buffer.from(hash, 'base64'), certificate.publicKey, Buffer.from(signature, 'base64'))
}
