import { createHash } from 'node:crypto'
import { parseXml, type XmlElement } from '#server/xml/parse-xml.ts'
import { canonicalXml } from './canonical-xml.ts'

/** PIH of a unit's first document: base64 of the hex text of SHA-256("0"). */
export const firstPreviousHash =
  'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='

export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** How the stamp writes the digests of certificate and properties: base64 of the hex text. */
export const hexDigest = (text: string): string => Buffer.from(sha256(text).toString('hex')).toString('base64')

/** The invoice hash of any e-document, however it is laid out: without stamp, QR code and signature, canonical, SHA-256. */
export function invoiceHash(xml: string): string {
  return sha256(canonicalXml(parseXml(xml), isOutsideHash)).toString('base64')
}

function isOutsideHash(element: XmlElement, parent: XmlElement | null): boolean {
  if (parent?.name !== 'Invoice') return false
  if (element.name === 'ext:UBLExtensions' || element.name === 'cac:Signature') return true
  if (element.name !== 'cac:AdditionalDocumentReference') return false
  return element.children.some(
    (child) => typeof child !== 'string' && child.name === 'cbc:ID' && child.children.join('').trim() === 'QR',
  )
}
