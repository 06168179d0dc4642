/** An element as read: its name with prefix, its attributes as written, its children in order. */
export type XmlElement = { name: string; attributes: ReadonlyMap<string, string>; children: (XmlElement | string)[] }

export class XmlUnreadable extends Error {}

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
/** An e-document has about a dozen levels. A deeper one is an attack on the reader. */
const deepest = 64
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The tree of an XML text without document type, entities of its own and processing instructions: what e-documents never have and what
 * makes reading dangerous. Comments are left out, CDATA is text. Throws XmlUnreadable.
 */
export function parseXml(text: string): XmlElement {
  const source = text
    .replace(/^\uFEFF/, '')
    .replace(/^<\?xml [^>]*\?>/, '')
    .replace(/\r\n?/g, '\n')
  const top: XmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [top]
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const found = token.exec(source)
    if (!found) throw new XmlUnreadable(`Not XML at character ${at}`)
    const [, cdata, closed, opened, attributes = '', isEmpty, characters] = found
    const parent = open.at(-1) as XmlElement
    if (cdata !== undefined) add(parent, cdata)
    else if (characters !== undefined) add(parent, resolved(characters))
    else if (closed !== undefined) {
      if (open.length < 2 || parent.name !== closed) throw new XmlUnreadable(`</${closed}> closes nothing`)
      open.pop()
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), children: [] }
      parent.children.push(element)
      if (!isEmpty && open.push(element) > deepest) throw new XmlUnreadable('Nested too deeply')
    }
  }
  if (open.length > 1) throw new XmlUnreadable(`<${open.at(-1)?.name}> is never closed`)
  return rootOf(top)
}

function rootOf({ children }: XmlElement): XmlElement {
  const [root, ...others] = children.filter((child) => typeof child !== 'string')
  const isStray = children.some((child) => typeof child === 'string' && child.trim() !== '')
  if (!root || others.length > 0 || isStray) throw new XmlUnreadable('Not one element')
  return root
}

/** Pieces of text that touch are one. */
function add({ children }: XmlElement, text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else children.push(text)
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (attributes.has(name)) throw new XmlUnreadable(`${name} is given twice`)
    attributes.set(name, resolved((double ?? single ?? '').replace(/[\t\n]/g, ' ')))
  }
  return attributes
}

const resolved = (text: string): string =>
  text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (whole, hex, number, name) => {
    if (name !== undefined && name in named) return named[name] as string
    const code = hex !== undefined ? Number.parseInt(hex, 16) : number !== undefined ? Number(number) : Number.NaN
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlUnreadable(`${whole} stands for nothing`)
    return String.fromCodePoint(code)
  })
