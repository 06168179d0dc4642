import { settingVerbs, verbs } from '../crud-permissions.ts'
import { addedReportPermissions, reportPermission, reportPermissions } from '../reports/report-index.ts'

/**
 * Every permission key, spelled as in the specification, by the category of its card. Verbs make the regular ones; the
 * rest are the special ones of the specification and the books.
 */
const regular = (entity: string) => Object.values(verbs(entity))
export const financialYearPermissions = {
  list: 'list-financial-year',
  read: 'list-financial-year',
  create: 'create-financialYear',
  update: 'update-financialYear',
  delete: 'delete-financialYear',
}

export const permissionCategories = {
  sales: [
    ...regular('invoice'),
    'export-invoice',
    'void-invoice',
    'create-credit-note',
    'write-off-invoice',
    ...regular('customer'),
    'export-customer',
  ],
  purchases: [
    ...regular('bill'),
    'create-supplier-credit',
    'create-customs-declaration',
    'write-off-bill',
    ...regular('supplier'),
  ],
  accounting: [
    ...regular('income-payment'),
    ...regular('expense-payment'),
    'set-off-balances',
    'reconcile-bank',
    ...regular('journal-entry'),
    ...regular('chart-of-account'),
    ...regular('cost-center'),
    ...new Set(Object.values(financialYearPermissions)),
    'reopen-financialYear',
    'post-under-review',
    'file-vat',
    'take-back-vat',
  ],
  inventory: [...regular('product'), 'adjust-stock'],
  'user-managements': [...regular('user'), ...regular('role')],
  other: ['read-home', 'list-reports', 'list-settings', settingVerbs.read, settingVerbs.update, 'import-records'],
  reports: reportPermissions.filter((key) => !addedReportPermissions.includes(key)),
  // After the reports: the id of a permission is its position in this list.
  connections: ['manage-api-keys', 'manage-security', 'manage-webhooks', 'read-audit-log'],
  orders: [...regular('quotation'), ...regular('sales-order'), ...regular('purchase-order')],
  assets: [...regular('fixed-asset'), 'dispose-asset', reportPermission('asset_register')],
  statements: [
    reportPermission('changes_in_equity'),
    reportPermission('dry_close'),
    reportPermission('cash_forecast'),
    'type-cash-forecast',
  ],
  goods: [...regular('delivery-note'), ...regular('goods-receipt')],
  year_end: [reportPermission('zakat_worksheet'), 'prepare-zakat', reportPermission('statement_notes')],
  waiting_goods: [reportPermission('delivered_not_invoiced'), reportPermission('received_not_billed')],
  prices: [...regular('price-list'), 'set-credit-limit'],
  asset_taxes: [reportPermission('tax_pools'), reportPermission('vat_adjustments')],
  places: ['transfer-stock', reportPermission('stock_by_place')],
  withholding: ['file-withholding', 'take-back-withholding', reportPermission('withholding_by_payee')],
  matching: ['accept-bill-difference'],
  landed_costs: ['land-costs'],
  transit: [reportPermission('goods_in_transit')],
  retention: ['release-retention-invoice', 'release-retention-bill', reportPermission('retention_calendar')],
  reorder: [reportPermission('what_to_buy')],
  slow_stock: [reportPermission('slow_moving_stock')],
  lots: [reportPermission('stock_by_lot'), reportPermission('expiring_stock'), reportPermission('lot_card')],
} as const satisfies Record<string, readonly string[]>

export const permissionKeys: readonly string[] = Object.values(permissionCategories).flat()

// The two documents spell these entities in two ways; both are understood, one is published.
const aliases: Record<string, string> = {
  'create-financial-year': 'create-financialYear',
  'update-financial-year': 'update-financialYear',
  'delete-financial-year': 'delete-financialYear',
  'list-financialYear': 'list-financial-year',
  'read-financial-year': 'list-financial-year',
}
export const canonicalPermission = (key: string): string => aliases[key] ?? key

/** The holder of this permission sees everything. */
export const ownerPermission = 'is-owner'

export function holdsAny(authority: { has(key: string): boolean }, wanted: readonly string[]): boolean {
  if (wanted.length === 0 || authority.has(ownerPermission)) return true
  return wanted.some((key) => authority.has(canonicalPermission(key)))
}
