import type { PageEntry, Params } from './PageEntry.ts'
import { pages } from './pages.ts'

type PageMatch = { page: PageEntry; params: Params }
const known = pages.map((page) => ({ page, parts: page.path.split('/') }))

/** The page an address leads to, one spelled out before one that takes any id there; undefined for an address of none. */
export function pageAt(address: string): PageMatch | undefined {
  const addressParts = address.split('/')
  const fitting = known
    .filter(
      ({ parts }) =>
        parts.length === addressParts.length &&
        parts.every((part, index) => isOpen(part) || part === addressParts[index]),
    )
    .sort((a, b) => a.parts.filter(isOpen).length - b.parts.filter(isOpen).length)
  const [found] = fitting
  if (!found) return undefined
  const named = found.parts.flatMap((part, index) => (isOpen(part) ? [[part.slice(1), addressParts[index]]] : []))
  return { page: found.page, params: Object.fromEntries(named) }
}

const isOpen = (part: string) => part.startsWith('$')

/** Any of these opens the page. */
export const keysOf = ({ permissions, permissionsOf }: PageEntry, params: Params): readonly string[] =>
  permissionsOf?.(params) ?? permissions
