import type { XmlElement } from '#server/xml/parse-xml.ts'

/** Text and attribute values as Canonical XML 1.1 writes them. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>\r]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '&#xD;')

const inAttribute: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
export const escapedAttribute = (text: string): string =>
  text.replace(/[&<"\t\n\r]/g, (one) => inAttribute[one] as string)

type Scope = ReadonlyMap<string, string>
type IsLeftOut = (element: XmlElement, parent: XmlElement | null) => boolean

/** Canonical XML 1.1 without comments, of a tree from which whole elements may be left out. */
export function canonicalXml(root: XmlElement, isLeftOut: IsLeftOut = () => false): string {
  return write(root, null, new Map(), isLeftOut)
}

function write(element: XmlElement, parent: XmlElement | null, outer: Scope, isLeftOut: IsLeftOut): string {
  if (isLeftOut(element, parent)) return ''
  const scope = new Map(outer)
  const declared: [string, string][] = []
  const given: [string, string][] = []
  for (const [name, value] of element.attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) given.push([name, value])
    else if ((outer.get(name) ?? '') !== value) {
      declared.push([name, value])
      scope.set(name, value)
    }
  }
  declared.sort(([a], [b]) => (a < b ? -1 : 1))
  // By the namespace itself and then by the name; one without a prefix has no namespace.
  const order = ([name]: [string, string]) => {
    const [prefix = '', local] = name.includes(':') ? name.split(':') : ['', name]
    return `${prefix === '' ? '' : (scope.get(`xmlns:${prefix}`) ?? prefix)}\u0000${local}`
  }
  given.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  const attributes = [...declared, ...given].map(([name, value]) => ` ${name}="${escapedAttribute(value)}"`).join('')
  const inner = element.children
    .map((child) => (typeof child === 'string' ? escapedText(child) : write(child, element, scope, isLeftOut)))
    .join('')
  return `<${element.name}${attributes}>${inner}</${element.name}>`
}
