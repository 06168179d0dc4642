import type { XmlElement } from './parse-xml.ts'

const elements = (element: XmlElement): XmlElement[] => element.children.filter((child) => typeof child !== 'string')

/** All elements along a path of names, such as `cac:TaxTotal/cac:TaxSubtotal`. */
export function all(element: XmlElement, path: string): XmlElement[] {
  let found = [element]
  for (const name of path.split('/'))
    found = found.flatMap((one) => elements(one).filter((child) => child.name === name))
  return found
}

export const first = (element: XmlElement, path: string): XmlElement | null => all(element, path)[0] ?? null
export const content = (element: XmlElement): string =>
  element.children.filter((one) => typeof one === 'string').join('')

/** The text of the first element along the path; null where there is none. */
export function textAt(element: XmlElement, path: string): string | null {
  const found = first(element, path)
  return found ? content(found) : null
}

/** Every element of the tree, the root first. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of elements(element)) yield* descendants(child)
}
