import type { XmlElement } from './parse-xml.ts'

// Elements by their local names: every program has its own prefixes of the namespaces.

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && localName(child.name) === name)

/** At any depth, not below one another. */
export const allNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : localName(child.name) === name ? [child] : allNamed(child, name),
  )

export const textWithin = (element: XmlElement): string =>
  element.children
    .map((child) => (typeof child === 'string' ? child : ''))
    .join('')
    .trim()

/** The first element at the end of a path of local names. */
export function elementAlong(element: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  let at: XmlElement | undefined = element
  for (const name of path) at = at && childrenNamed(at, name)[0]
  return at
}

export function textAlong(element: XmlElement, ...path: readonly string[]): string | undefined {
  const found = elementAlong(element, ...path)
  return found ? textWithin(found) || undefined : undefined
}
