import { holdsAny } from '#contract/permissions.ts'
import { type MenuGroup, type PageEntry, pages } from '../pages.ts'

type MenuEntry = PageEntry & { menu: NonNullable<PageEntry['menu']> }
export type MenuSection = { group: MenuGroup; entries: MenuEntry[] }
const groups: readonly MenuGroup[] = ['main', 'sales', 'purchases', 'accounting', 'inventory', 'people', 'other']

/** The navigation of one user: the entries they may open, by group, in the order of the table of pages. */
export function menuOf(authority: ReadonlySet<string>): MenuSection[] {
  const entries = pages.filter((page): page is MenuEntry => {
    const wanted = page.menu?.permissions ?? page.permissions
    return page.menu !== undefined && holdsAny(authority, wanted)
  })
  return groups
    .map((group) => ({ group, entries: entries.filter(({ menu }) => menu.group === group) }))
    .filter((section) => section.entries.length > 0)
}
