import { canBeWritten } from '#contract/e-invoice/rules/texts.ts'
import { escapedAttribute, escapedText } from './canonical-xml.ts'

type Attributes = Record<string, string | null>

/** An element as canonical XML writes it; nothing at all where nothing is inside, since an empty element is refused (BR-KSA-F-03). */
export function element(name: string, ...inner: (string | string[])[]): string {
  const content = inner.flat().join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** An element with text. Attributes are given in the order of the alphabet, as canonical XML sorts them. */
export function leaf(name: string, text: string | null, attributes: Attributes = {}): string {
  if (text === null || text === '') return ''
  if (!canBeWritten(text)) throw new TypeError(`${name} holds a character that XML cannot`)
  const given = Object.entries(attributes)
    .map(([attribute, value]) => (value === null ? '' : ` ${attribute}="${escapedAttribute(value)}"`))
    .join('')
  return `<${name}${given}>${escapedText(text)}</${name}>`
}
