import type { ComponentType } from 'react'

export type MenuGroup = 'main' | 'sales' | 'purchases' | 'accounting' | 'inventory' | 'people' | 'other'

export type Menu = {
  group: MenuGroup
  permissions?: readonly string[]
  /** Below the Settings divider of its group: what is arranged once and seldom changed. */
  settings?: true
  /** The page whose entry this one shares, as a tab next to it, by path. */
  tabOf?: string
  /** How the entry of several tabs is called, where the first tab does not name it: `shell:pages.<name>`. */
  entry?: string
}

/** A part of the product that an organization switches on. */
export type Switch =
  | 'uses_orders'
  | 'uses_goods_notes'
  | 'uses_price_lists'
  | 'uses_places'
  | 'uses_lots'
  | 'owns_assets'
  | 'uses_withholding'

/** The parameters in a page's address: `$id`, `$name`. */
export type Params = Partial<Record<string, string>>

export type PageEntry = {
  /** TanStack Router's spelling: `/sales/invoices/$id`. */
  path: string
  /** Its title in the menu and the breadcrumbs: `shell:pages.<name>`. */
  name: string
  /** One of these permissions opens the page. Without any, every signed-in user may. */
  permissions: readonly string[]
  /** The same for a page that is many, known by its address; asked instead of `permissions`. */
  permissionsOf?: (params: Params) => readonly string[]
  /** The key of such a page's title, in one of its own namespaces. */
  titleOf?: (params: Params) => string
  /** Of the parent's address, where the page's own address does not have them. */
  parentParams?: Params
  /** What the organization must have switched on in its settings, or the page is offered nowhere. */
  needs?: Switch
  /** The page is in the navigation under this group. */
  menu?: Menu
  /** The calls it reads first, by its permission: they are made while its code is loaded. */
  reads?: (params: Params) => readonly string[]
  /** The page above it in the breadcrumbs, by path. */
  parent?: string
  /** `locales/<language>/<namespace>.json` it needs, in addition to the shell's, common and error words. */
  words: readonly string[]
  load: () => Promise<ComponentType>
}
