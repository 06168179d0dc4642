import { holdsAny } from '#contract/access/permissions.ts'
import IconCategories from '~icons/tabler/category'
import IconPage from '~icons/tabler/file-text'
import IconUnits from '~icons/tabler/ruler-measure'
import type { Menu, MenuGroup } from '../routes/PageEntry.ts'
import { addressOf, pages } from '../routes/pages.ts'
import { type Icon, menuIcons } from './menuIcons.ts'

export type MenuEntry = { name: string; address: string; permissions: readonly string[]; menu: Menu & { icon: Icon } }
export type MenuSection = { group: MenuGroup; entries: MenuEntry[] }
const groups: readonly MenuGroup[] = ['main', 'sales', 'purchases', 'accounting', 'inventory', 'people', 'other']

/** Sections of the settings that also stand where they are needed: below the divider of their group. */
const shortcuts: readonly MenuEntry[] = [
  {
    name: 'product_categories',
    address: '/settings/product-categories',
    permissions: ['read-setting'],
    menu: { group: 'inventory', icon: IconCategories, settings: true },
  },
  {
    name: 'units',
    address: '/settings/units',
    permissions: ['read-setting'],
    menu: { group: 'inventory', icon: IconUnits, settings: true },
  },
]

/** The navigation of one user: the entries they may open, by group, in the order of the table of pages. */
export function menuOf(authority: ReadonlySet<string>): MenuSection[] {
  const onPages = pages.flatMap((page): MenuEntry[] => {
    const { name, menu } = page
    if (!menu) return []
    const icon = menuIcons[name] ?? IconPage
    const permissions = menu.permissions ?? page.permissions
    return [{ name, address: addressOf(page), permissions, menu: { ...menu, icon } }]
  })
  const entries = [...onPages, ...shortcuts].filter(({ permissions }) => holdsAny(authority, permissions))
  return groups
    .map((group) => ({ group, entries: entries.filter(({ menu }) => menu.group === group) }))
    .filter((section) => section.entries.length > 0)
}

/** Whether an entry is a section of another page that is in the menu as well. */
export const isShortcut = (address: string): boolean => shortcuts.some((entry) => entry.address === address)
