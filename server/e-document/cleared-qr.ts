import { parseXml, type XmlElement } from '#server/xml/parse-xml.ts'

/** The authority's own code in a cleared document. */
export function clearedQr(xml: string): string | null {
  const children = (element: XmlElement) => element.children.filter((child) => typeof child !== 'string')
  const find = (element: XmlElement, name: string) => children(element).find((child) => child.name === name)
  const holder = children(parseXml(xml)).find(
    (child) =>
      child.name === 'cac:AdditionalDocumentReference' && find(child, 'cbc:ID')?.children.join('').trim() === 'QR',
  )
  const attached = holder && find(holder, 'cac:Attachment')
  const code = attached && find(attached, 'cbc:EmbeddedDocumentBinaryObject')?.children.join('').trim()
  return code || null
}
