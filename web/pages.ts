import type { ComponentType, SVGProps } from 'react'
import IconBuilding from '~icons/tabler/building'
import IconHome from '~icons/tabler/home'
import IconProducts from '~icons/tabler/package'
import IconSettings from '~icons/tabler/settings'
import IconCustomers from '~icons/tabler/users'

export type MenuGroup = 'main' | 'sales' | 'purchases' | 'accounting' | 'inventory' | 'people' | 'other'
export type PageEntry = {
  /** TanStack Router's spelling: `/sales/invoices/$id`. */
  path: string
  /** Its title in the menu and the breadcrumbs: `shell:pages.<name>`. */
  name: string
  /** One of these keys opens the page; none means every signed-in user. */
  permissions: readonly string[]
  /** Stands in the navigation under this group. */
  menu?: { group: MenuGroup; icon: ComponentType<SVGProps<SVGSVGElement>>; permissions?: readonly string[] }
  /** The page above it in the breadcrumbs, by path. */
  parent?: string
  /** `locales/<language>/<namespace>.json` it needs beside the shell's, common and error words. */
  words: readonly string[]
  load: () => Promise<ComponentType>
}

/**
 * Every page behind the sign-in: address, permission, place in the navigation, what it loads. A new page is one row;
 * the order of rows is the order of the menu.
 */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    name: 'home',
    permissions: ['read-home'],
    menu: { group: 'main', icon: IconHome },
    words: ['reports'],
    load: () => import('./shell/WelcomePage.tsx').then((m) => m.WelcomePage),
  },
  {
    path: '/sales/customers',
    name: 'customers',
    permissions: ['list-customer'],
    menu: { group: 'sales', icon: IconCustomers },
    words: ['parties'],
    load: () => import('./parties/CustomersPage.tsx').then((m) => m.CustomersPage),
  },
  {
    path: '/purchases/suppliers',
    name: 'suppliers',
    permissions: ['list-supplier'],
    menu: { group: 'purchases', icon: IconBuilding },
    words: ['parties'],
    load: () => import('./parties/SuppliersPage.tsx').then((m) => m.SuppliersPage),
  },
  {
    path: '/inventory/products',
    name: 'products',
    permissions: ['list-product'],
    menu: { group: 'inventory', icon: IconProducts },
    words: ['catalog'],
    load: () => import('./catalog/ProductsPage.tsx').then((m) => m.ProductsPage),
  },
  {
    path: '/inventory/products/create',
    name: 'product_create',
    permissions: ['create-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('./catalog/ProductCreatePage.tsx').then((m) => m.ProductCreatePage),
  },
  {
    path: '/inventory/products/$id',
    name: 'product_edit',
    permissions: ['update-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('./catalog/ProductEditPage.tsx').then((m) => m.ProductEditPage),
  },
  {
    path: '/settings/$section',
    name: 'settings',
    permissions: ['read-setting'],
    menu: { group: 'other', icon: IconSettings, permissions: ['list-settings', 'read-setting'] },
    words: ['organization', 'catalog'],
    load: () => import('./organization/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  {
    path: '/welcome',
    name: 'welcome',
    permissions: [],
    words: [],
    load: () => import('./shell/WelcomePage.tsx').then((m) => m.WelcomePage),
  },
  {
    path: '/access-denied',
    name: 'access_denied',
    permissions: [],
    words: [],
    load: () => import('./shell/AccessDeniedPage.tsx').then((m) => m.AccessDeniedPage),
  },
]

/** Where a menu entry leads: a page with a section opens at its first one. */
export const addressOf = (page: PageEntry): string => page.path.replace('$section', 'organization')
