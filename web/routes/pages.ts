import type { ComponentType } from 'react'
import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import { bankPages } from './bank.ts'
import { customsPages } from './customs.ts'
import { advanceCreditPage, documentPages, notePages, paymentPages } from './documents.ts'
import { eInvoicingPage } from './eInvoicing.ts'
import { openingPages } from './opening.ts'
import { setOffPages } from './setOffs.ts'

export type MenuGroup = 'main' | 'sales' | 'purchases' | 'accounting' | 'inventory' | 'people' | 'other'
export type Menu = {
  group: MenuGroup
  permissions?: readonly string[]
  /** Below the Settings divider of its group: what is arranged once and seldom changed. */
  settings?: true
}
/** What the address of a page names: `$id`, `$name`. */
export type Params = Partial<Record<string, string>>
export type PageEntry = {
  /** TanStack Router's spelling: `/sales/invoices/$id`. */
  path: string
  /** Its title in the menu and the breadcrumbs: `shell:pages.<name>`. */
  name: string
  /** One of these keys opens the page; none means every signed-in user. */
  permissions: readonly string[]
  /** The same for a page that is many, known by its address; asked instead of `permissions`. */
  permissionsOf?: (params: Params) => readonly string[]
  /** The key of such a page's title, in one of its own namespaces. */
  titleOf?: (params: Params) => string
  /** Stands in the navigation under this group. */
  menu?: Menu
  /** The page above it in the breadcrumbs, by path. */
  parent?: string
  /** `locales/<language>/<namespace>.json` it needs beside the shell's, common and error words. */
  words: readonly string[]
  load: () => Promise<ComponentType>
}

/**
 * Every page behind the sign-in: address, permission, place in the navigation, what it loads. A new page is one row;
 * the order of rows is the order of the menu, whose icons stand in `shell/menuIcons.ts`.
 */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    name: 'home',
    permissions: ['read-home'],
    menu: { group: 'main' },
    words: ['reports', 'documents'],
    load: () => import('../home/HomePage.tsx').then((m) => m.HomePage),
  },
  ...documentPages(sales, '/sales/invoices', { group: 'sales' }),
  {
    path: '/sales/customers',
    name: 'customers',
    permissions: ['list-customer'],
    menu: { group: 'sales' },
    words: ['parties'],
    load: () => import('../parties/CustomersPage.tsx').then((m) => m.CustomersPage),
  },
  ...documentPages(advances, '/sales/advance-invoices', { group: 'sales' }),
  advanceCreditPage,
  ...notePages(noteKinds.credit_note, { group: 'sales' }),
  ...notePages(noteKinds.debit_note, { group: 'sales' }),
  eInvoicingPage,
  ...documentPages(purchases, '/purchases/bills', { group: 'purchases' }),
  {
    path: '/purchases/suppliers',
    name: 'suppliers',
    permissions: ['list-supplier'],
    menu: { group: 'purchases' },
    words: ['parties'],
    load: () => import('../parties/SuppliersPage.tsx').then((m) => m.SuppliersPage),
  },
  ...notePages(noteKinds.supplier_credit, { group: 'purchases' }),
  ...customsPages,
  {
    path: '/accounting/journal-entries',
    name: 'journal_entries',
    permissions: ['list-journal-entry'],
    menu: { group: 'accounting' },
    words: ['journal'],
    load: () => import('../journal/JournalEntriesPage.tsx').then((m) => m.JournalEntriesPage),
  },
  {
    path: '/accounting/journal-entries/create',
    name: 'journal_entry_create',
    permissions: ['create-journal-entry'],
    parent: '/accounting/journal-entries',
    words: ['journal'],
    load: () => import('../journal/JournalEntryPages.tsx').then((m) => m.JournalEntryCreatePage),
  },
  {
    path: '/accounting/journal-entries/$id',
    name: 'journal_entry_edit',
    permissions: ['update-journal-entry'],
    parent: '/accounting/journal-entries',
    words: ['journal', 'documents'],
    load: () => import('../journal/JournalEntryPages.tsx').then((m) => m.JournalEntryEditPage),
  },
  {
    path: '/accounting/journal-entries/$id/view',
    name: 'journal_entry_view',
    permissions: ['read-journal-entry'],
    parent: '/accounting/journal-entries',
    words: ['journal', 'documents', 'paper'],
    load: () => import('../journal/JournalEntryViewPage.tsx').then((m) => m.JournalEntryViewPage),
  },
  ...paymentPages(sales, { group: 'accounting' }),
  ...paymentPages(purchases, { group: 'accounting' }),
  ...setOffPages,
  ...bankPages,
  {
    path: '/accounting/vat-periods',
    name: 'vat_periods',
    permissions: ['file-vat', 'read-report-vat-return'],
    menu: { group: 'accounting' },
    words: ['vat'],
    load: () => import('../vat/VatPeriodsPage.tsx').then((m) => m.VatPeriodsPage),
  },
  {
    path: '/accounting/chart-of-accounts',
    name: 'chart_of_accounts',
    permissions: ['list-chart-of-account'],
    menu: { group: 'accounting', settings: true },
    words: ['chart'],
    load: () => import('../chart/AccountsPage.tsx').then((m) => m.AccountsPage),
  },
  {
    path: '/accounting/cost-centers',
    name: 'cost_centers',
    permissions: ['list-cost-center'],
    menu: { group: 'accounting', settings: true },
    words: ['chart'],
    load: () => import('../chart/CostCentersPage.tsx').then((m) => m.CostCentersPage),
  },
  {
    path: '/accounting/opening',
    name: 'opening',
    permissions: ['update-financialYear'],
    menu: { group: 'accounting', settings: true },
    words: ['opening'],
    load: () => import('../opening/OpeningPage.tsx').then((m) => m.OpeningPage),
  },
  ...openingPages,
  {
    path: '/accounting/fx-revaluations',
    name: 'fx_revaluations',
    permissions: ['list-journal-entry'],
    menu: { group: 'accounting', settings: true },
    words: ['revaluations'],
    load: () => import('../revaluations/RevaluationsPage.tsx').then((m) => m.RevaluationsPage),
  },
  {
    path: '/accounting/financial-years',
    name: 'financial_years',
    permissions: ['list-financial-year'],
    menu: { group: 'accounting', settings: true },
    words: ['years', 'refusals'],
    load: () => import('../years/FinancialYearsPage.tsx').then((m) => m.FinancialYearsPage),
  },
  {
    path: '/inventory/products',
    name: 'products',
    permissions: ['list-product'],
    menu: { group: 'inventory' },
    words: ['catalog'],
    load: () => import('../catalog/ProductsPage.tsx').then((m) => m.ProductsPage),
  },
  {
    path: '/inventory/products/create',
    name: 'product_create',
    permissions: ['create-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('../catalog/ProductCreatePage.tsx').then((m) => m.ProductCreatePage),
  },
  {
    path: '/inventory/products/$id',
    name: 'product_edit',
    permissions: ['update-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('../catalog/ProductEditPage.tsx').then((m) => m.ProductEditPage),
  },
  {
    path: '/inventory/counts',
    name: 'stock_counts',
    permissions: ['adjust-stock'],
    menu: { group: 'inventory' },
    words: ['catalog', 'documents'],
    load: () => import('../inventory/CountsPage.tsx').then((m) => m.CountsPage),
  },
  {
    path: '/inventory/counts/create',
    name: 'stock_count_create',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog'],
    load: () => import('../inventory/CountFormPages.tsx').then((m) => m.CountCreatePage),
  },
  {
    path: '/inventory/counts/$id',
    name: 'stock_count_edit',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog', 'documents'],
    load: () => import('../inventory/CountFormPages.tsx').then((m) => m.CountEditPage),
  },
  {
    path: '/inventory/counts/$id/view',
    name: 'stock_count_view',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog', 'documents', 'paper'],
    load: () => import('../inventory/CountViewPage.tsx').then((m) => m.CountViewPage),
  },
  {
    path: '/users',
    name: 'users',
    permissions: ['list-user'],
    menu: { group: 'people' },
    words: ['people'],
    load: () => import('../people/UsersPage.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/roles',
    name: 'roles',
    permissions: ['list-role'],
    menu: { group: 'people' },
    words: ['people'],
    load: () => import('../people/RolesPage.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/roles/create',
    name: 'role_create',
    permissions: ['create-role'],
    parent: '/roles',
    words: ['people'],
    load: () => import('../people/RoleFormPages.tsx').then((m) => m.RoleCreatePage),
  },
  {
    path: '/roles/$id',
    name: 'role_edit',
    permissions: ['update-role'],
    parent: '/roles',
    words: ['people'],
    load: () => import('../people/RoleFormPages.tsx').then((m) => m.RoleEditPage),
  },
  {
    path: '/reports',
    name: 'reports',
    permissions: ['list-reports'],
    menu: { group: 'other' },
    words: ['reports'],
    load: () => import('../reports/ReportsPage.tsx').then((m) => m.ReportsPage),
  },
  {
    path: '/reports/$name',
    name: 'report',
    permissions: [],
    // Spelled here once more, so that the names of the reports load with them.
    permissionsOf: ({ name }) => [`read-report-${name}`],
    titleOf: ({ name }) => `reports:${name?.replaceAll('-', '_')}.title`,
    parent: '/reports',
    words: ['reports', 'paper'],
    load: () => import('../reports/ReportPage.tsx').then((m) => m.ReportPage),
  },
  {
    path: '/settings/$section',
    name: 'settings',
    permissions: ['read-setting'],
    menu: { group: 'other', permissions: ['list-settings', 'read-setting'] },
    words: ['organization', 'catalog', 'eInvoicing'],
    load: () => import('../organization/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  {
    path: '/plans',
    name: 'plans',
    permissions: [],
    words: ['plans'],
    load: () => import('../plans/PlansPage.tsx').then((m) => m.PlansPage),
  },
  {
    path: '/welcome',
    name: 'welcome',
    permissions: [],
    words: [],
    load: () => import('../shell/WelcomePage.tsx').then((m) => m.WelcomePage),
  },
  {
    path: '/access-denied',
    name: 'access_denied',
    permissions: [],
    words: [],
    load: () => import('../shell/AccessDeniedPage.tsx').then((m) => m.AccessDeniedPage),
  },
]

/** Where a menu entry leads: a page with a section opens at its first one. */
export const addressOf = (page: PageEntry): string => page.path.replace('$section', 'organization')
