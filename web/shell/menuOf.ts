import { holdsAny } from '#contract/access/permissions.ts'
import type { Menu, MenuGroup, Switch } from '../routes/PageEntry.ts'
import { addressOf, pages } from '../routes/pages.ts'

export type MenuTab = { name: string; address: string }
export type MenuEntry = MenuTab & {
  menu: Pick<Menu, 'group' | 'settings'>
  /** The pages behind the entry that the user may open; the entry leads to the first. */
  tabs: readonly MenuTab[]
}
export type MenuSection = { group: MenuGroup; entries: MenuEntry[] }
const groups: readonly MenuGroup[] = ['main', 'sales', 'purchases', 'accounting', 'inventory', 'people', 'other']

type MenuPage = MenuTab & { permissions: readonly string[]; menu: Menu; needs?: Switch }
/** What an organization switched on. */
export type Switches = Partial<Record<Switch, boolean>>

/** Sections of the settings that also stand where they are needed: below the divider of their group. */
const shortcuts: readonly MenuPage[] = [
  {
    name: 'product_categories',
    address: '/settings/product-categories',
    permissions: ['read-setting'],
    menu: { group: 'inventory', settings: true },
  },
  {
    name: 'units',
    address: '/settings/units',
    permissions: ['read-setting'],
    menu: { group: 'inventory', settings: true },
  },
]

/** The navigation of one user: the entries they may open, by group, in the order of the table of pages. */
export function menuOf(authority: ReadonlySet<string>, switches: Switches = {}): MenuSection[] {
  const offered = [...pages.flatMap(onMenu), ...shortcuts].filter(({ needs }) => !needs || switches[needs])
  const permitted = offered.filter(({ permissions }) => holdsAny(authority, permissions))
  const entries = offered
    .filter(({ menu }) => !menu.tabOf)
    .flatMap((head) => {
      const tabs = permitted.filter(({ address, menu }) => address === head.address || menu.tabOf === head.address)
      return tabs.length > 0 ? [entryOf(head, tabs)] : []
    })
  return groups
    .map((group) => ({ group, entries: entries.filter(({ menu }) => menu.group === group) }))
    .filter((section) => section.entries.length > 0)
}

/** A user who may open only one of the tabs sees it under its own name. */
function entryOf({ menu }: MenuPage, tabs: readonly MenuPage[]): MenuEntry {
  const [first] = tabs as [MenuPage]
  const { group, settings } = menu
  return {
    name: (tabs.length > 1 && menu.entry) || first.name,
    address: first.address,
    menu: { group, ...(settings && { settings }) },
    tabs: tabs.map(({ name, address }) => ({ name, address })),
  }
}

function onMenu(page: (typeof pages)[number]): MenuPage[] {
  const { name, menu, needs } = page
  if (!menu) return []
  const permissions = menu.permissions ?? page.permissions
  return [{ name, address: addressOf(page), permissions, menu, ...(needs && { needs }) }]
}

/** Whether an entry is a section of another page that is in the menu as well. */
export const isShortcut = (address: string): boolean => shortcuts.some((entry) => entry.address === address)

/** What is below a divider is arranged once: it shows when its part is opened. */
export const isShownAtFirst = ({ menu }: Pick<MenuEntry, 'menu'>): boolean => !menu.settings
