/** The reports there are and the part of the index page they stand in, in its order: plain facts, for menus and pages. */
export const reportGroups = ['financial', 'vat', 'parties', 'trade', 'inventory', 'technical'] as const
export type ReportGroup = (typeof reportGroups)[number]

export const reportIndex = [
  ['profit_and_loss', 'financial'],
  ['balance_sheet', 'financial'],
  ['cash_flow', 'financial'],
  ['changes_in_equity', 'financial'],
  ['dry_close', 'financial'],
  ['cash_forecast', 'financial'],
  ['statement_notes', 'financial'],
  ['zakat_worksheet', 'financial'],
  ['trial_balance', 'financial'],
  ['account_statement', 'financial'],
  ['journal', 'financial'],
  ['cost_center_report', 'financial'],
  ['deferrals', 'financial'],
  ['asset_register', 'financial'],
  ['tax_pools', 'financial'],
  ['vat_adjustments', 'financial'],
  ['delivered_not_invoiced', 'financial'],
  ['received_not_billed', 'financial'],
  ['entry_digests', 'technical'],
  ['vat_return', 'vat'],
  ['vat_details', 'vat'],
  ['withholding_by_payee', 'vat'],
  ['aged_receivables', 'parties'],
  ['aged_payables', 'parties'],
  ['open_receivables', 'parties'],
  ['open_payables', 'parties'],
  ['retention_calendar', 'parties'],
  ['customer_statement', 'parties'],
  ['supplier_statement', 'parties'],
  ['sales_by_customer', 'trade'],
  ['sales_by_product', 'trade'],
  ['purchases_by_supplier', 'trade'],
  ['purchases_by_product', 'trade'],
  ['sales_details', 'trade'],
  ['purchases_details', 'trade'],
  ['inventory_valuation', 'inventory'],
  ['stock_card', 'inventory'],
  ['stock_by_place', 'inventory'],
  ['goods_in_transit', 'inventory'],
  ['what_to_buy', 'inventory'],
  ['slow_moving_stock', 'inventory'],
  ['stock_by_lot', 'inventory'],
  ['expiring_stock', 'inventory'],
  ['lot_card', 'inventory'],
] as const satisfies readonly (readonly [string, ReportGroup])[]
export type ReportName = (typeof reportIndex)[number][0]
/** For those who own assets. */
export const ofAssets: ReadonlySet<ReportName> = new Set(['asset_register', 'tax_pools', 'vat_adjustments'])

export const reportPath = (name: ReportName): string => `/reports/${name.replaceAll('_', '-')}`

/** Each report is read with a permission of its own: `read-report-trial-balance`. */
export const reportPermission = (name: ReportName): string => `read-report-${name.replaceAll('_', '-')}`
export const reportPermissions: readonly string[] = reportIndex.map(([name]) => reportPermission(name))
/** Those that came after other permissions: the place of a permission in the list is its id. */
const waitingGoods = ['delivered_not_invoiced', 'received_not_billed'] as const
const added: readonly ReportName[] = [
  'asset_register',
  'changes_in_equity',
  'dry_close',
  'cash_forecast',
  'zakat_worksheet',
  'statement_notes',
  ...waitingGoods,
  'tax_pools',
  'vat_adjustments',
  'stock_by_place',
  'withholding_by_payee',
  'goods_in_transit',
  'retention_calendar',
  'what_to_buy',
  'slow_moving_stock',
  'stock_by_lot',
  'expiring_stock',
  'lot_card',
]
export const addedReportPermissions: readonly string[] = added.map(reportPermission)
