import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import { bankPages } from './bank.ts'
import { billInboxPages } from './billInbox.ts'
import { customsPages } from './customs.ts'
import { advanceCreditPage, documentPages, externalNotePage, notePages, orderPages, paymentPages } from './documents.ts'
import { eInvoicingPage } from './eInvoicing.ts'

import { importPage } from './imports.ts'
import { goodsPages, inventoryPages } from './inventory.ts'
import { openingPages } from './opening.ts'
import { accountViewPage, customerViewPage, supplierViewPage } from './overviews.ts'
import type { Menu, PageEntry } from './PageEntry.ts'
import { recurringPage } from './recurring.ts'
import { assetPages, deferralsPage, forecastRowsPage, zakatPages } from './schedules.ts'
import { setOffPages } from './setOffs.ts'
import { settingsPermissions } from './settingsSections.ts'

const withInvoices: Menu = { group: 'sales', tabOf: '/sales/invoices' }
const withClosing: Menu = { group: 'accounting', tabOf: '/accounting/month-close' }

/**
 * Every page after the sign-in: address, permission, place in the navigation, what it loads. A new page is one row;
 * the order of rows is the order of the menu, whose icons stand in `shell/menuIcons.ts`.
 */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    name: 'home',
    permissions: ['read-home'],
    menu: { group: 'main' },
    reads: () => ['/reports/home'],
    words: ['reports', 'documents'],
    load: () => import('../home/HomePage.tsx').then((m) => m.HomePage),
  },
  ...documentPages(sales, '/sales/invoices', { group: 'sales' }),
  ...orderPages('quotation', withInvoices),
  ...orderPages('sales_order', withInvoices),
  ...goodsPages('delivery_note', withInvoices),
  {
    path: '/sales/customers',
    name: 'customers',
    permissions: ['list-customer'],
    menu: { group: 'sales' },
    words: ['parties'],
    load: () => import('../parties/CustomersPage.tsx').then((m) => m.CustomersPage),
  },
  customerViewPage,
  ...documentPages(advances, '/sales/advance-invoices', withInvoices),
  advanceCreditPage,
  ...notePages(noteKinds.credit_note, withInvoices),
  externalNotePage(noteKinds.credit_note),
  ...notePages(noteKinds.debit_note, withInvoices),
  externalNotePage(noteKinds.debit_note),
  eInvoicingPage,
  recurringPage,
  ...documentPages(purchases, '/purchases/bills', { group: 'purchases' }),
  ...orderPages('purchase_order', { group: 'purchases', tabOf: '/purchases/bills' }),
  ...goodsPages('goods_receipt', { group: 'purchases', tabOf: '/purchases/bills' }),
  ...billInboxPages,
  {
    path: '/purchases/suppliers',
    name: 'suppliers',
    permissions: ['list-supplier'],
    menu: { group: 'purchases' },
    words: ['parties'],
    load: () => import('../parties/SuppliersPage.tsx').then((m) => m.SuppliersPage),
  },
  supplierViewPage,
  ...notePages(noteKinds.supplier_credit, { group: 'purchases', tabOf: '/purchases/bills' }),
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
    path: '/accounting/month-close',
    name: 'month_close',
    permissions: ['list-financial-year'],
    menu: { group: 'accounting', entry: 'closing' },
    words: ['monthClose', 'years'],
    load: () => import('../month-close/MonthClosePage.tsx').then((m) => m.MonthClosePage),
  },
  {
    path: '/accounting/vat-periods',
    name: 'vat_periods',
    permissions: ['file-vat', 'take-back-vat', 'read-report-vat-return'],
    menu: withClosing,
    words: ['vat'],
    load: () => import('../vat/VatPeriodsPage.tsx').then((m) => m.VatPeriodsPage),
  },
  {
    path: '/accounting/withholding',
    name: 'withholding',
    permissions: ['file-withholding', 'take-back-withholding', 'read-report-withholding-by-payee'],
    needs: 'uses_withholding',
    menu: withClosing,
    words: ['withholding', 'law'],
    load: () => import('../withholding/WithholdingPage.tsx').then((m) => m.WithholdingPage),
  },
  {
    path: '/accounting/fx-revaluations',
    name: 'fx_revaluations',
    permissions: ['list-journal-entry'],
    menu: withClosing,
    words: ['revaluations'],
    load: () => import('../revaluations/RevaluationsPage.tsx').then((m) => m.RevaluationsPage),
  },
  deferralsPage,
  ...assetPages,
  forecastRowsPage,
  ...zakatPages,
  {
    path: '/accounting/chart-of-accounts',
    name: 'chart_of_accounts',
    permissions: ['list-chart-of-account'],
    menu: { group: 'accounting', settings: true },
    words: ['chart'],
    load: () => import('../chart/AccountsPage.tsx').then((m) => m.AccountsPage),
  },
  accountViewPage,
  {
    path: '/accounting/cost-centers',
    name: 'cost_centers',
    permissions: ['list-cost-center'],
    menu: { group: 'accounting', settings: true },
    words: ['chart'],
    load: () => import('../chart/CostCentersPage.tsx').then((m) => m.CostCentersPage),
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
    path: '/accounting/opening',
    name: 'opening',
    permissions: ['update-financialYear'],
    menu: { group: 'accounting', tabOf: '/accounting/financial-years' },
    words: ['opening'],
    load: () => import('../opening/OpeningPage.tsx').then((m) => m.OpeningPage),
  },
  ...openingPages,
  ...inventoryPages,
  {
    path: '/users',
    name: 'users',
    permissions: ['list-user'],
    menu: { group: 'people' },
    words: ['people', 'memberships'],
    load: () => import('../people/UsersPage.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/users/invitations',
    name: 'invitations',
    permissions: ['list-user'],
    parent: '/users',
    words: ['people', 'memberships'],
    load: () => import('../memberships/InvitationsPage.tsx').then((m) => m.InvitationsPage),
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
    // Repeated here, so that the names of the reports load with them.
    permissionsOf: ({ name }) => [`read-report-${name}`],
    titleOf: ({ name }) => `reports:${name?.replaceAll('-', '_')}.title`,
    parent: '/reports',
    words: ['reports', 'paper', 'zakat'],
    load: () => import('../reports/ReportPage.tsx').then((m) => m.ReportPage),
  },
  {
    path: '/settings/$section',
    name: 'settings',
    titleOf: ({ section }) => `organization:settings.${section}`,
    permissions: settingsPermissions,
    menu: { group: 'other', permissions: ['list-settings', ...settingsPermissions] },
    words: ['organization', 'catalog', 'eInvoicing', 'access', 'people', 'webhooks', 'sharing', 'imports'],
    load: () => import('../organization/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  importPage,
  {
    path: '/account',
    name: 'account',
    permissions: [],
    words: ['access', 'auth', 'memberships', 'people'],
    load: () => import('../access/AccountPage.tsx').then((m) => m.AccountPage),
  },
  {
    path: '/organizations',
    name: 'organizations',
    permissions: [],
    words: ['memberships', 'reports'],
    load: () => import('../memberships/DeskPage.tsx').then((m) => m.DeskPage),
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
export const addressOf = (page: PageEntry, params: { section?: string } = {}): string =>
  page.path.replace('$section', params.section ?? 'organization')
