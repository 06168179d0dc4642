import { financialYearPermissions } from '../access/permissions.ts'
import { assetPermissions } from '../assets/asset-classes.ts'
import { accountPermissions, costCenterPermissions } from '../chart.ts'
import type { Permissions } from '../crud-permissions.ts'
import { settingVerbs, verbs } from '../crud-permissions.ts'
import { forecastRows } from '../forecast/forecast-rows.ts'
import { transferPermission } from '../places/places.ts'
import { zakatYears } from '../zakat/zakat.ts'
import { assetClassColumns, assetColumns, assetEventColumns } from './asset-columns.ts'
import { advanceInvoiceColumns, billColumns, invoiceColumns } from './document-columns.ts'
import {
  expensePaymentColumns,
  journalColumns,
  openingCustomerCreditColumns,
  openingLineColumns,
  openingStockColumns,
  openingSupplierCreditColumns,
  openPayableColumns,
  openReceivableColumns,
  receiptColumns,
} from './entry-columns.ts'
import {
  adjustmentColumns,
  allocationColumns,
  countColumns,
  creditNoteColumns,
  customsColumns,
  debitNoteColumns,
  openingClearingColumns,
  refundColumns,
  retentionReleaseColumns,
  revaluationColumns,
  setOffColumns,
  startingStockColumns,
  supplierCreditColumns,
  vatReturnColumns,
  withholdingReturnColumns,
  writeOffColumns,
  yearClosingColumns,
} from './history-columns.ts'
import { customerColumns, type ImportColumn, partyColumns } from './import-columns.ts'
import { accountColumns, costCenterColumns } from './node-columns.ts'
import {
  deliveryNoteColumns,
  goodsReceiptColumns,
  landedCostColumns,
  priceListColumns,
  purchaseOrderColumns,
  quotationColumns,
  salesOrderColumns,
  transferColumns,
} from './order-columns.ts'
import { productColumns } from './product-columns.ts'
import { reversalColumns } from './reversal-columns.ts'
import {
  branchColumns,
  categoryColumns,
  forecastRowColumns,
  methodColumns,
  placeColumns,
  productUnitColumns,
  rateColumns,
  taxColumns,
  unitColumns,
  yearColumns,
  zakatAdjustmentColumns,
  zakatLineColumns,
  zakatYearColumns,
} from './setting-columns.ts'

/** What a kind belongs to, in the order in which a company moves in. */
export const importGroups = ['settings', 'masters', 'opening', 'documents', 'settlements', 'ledger'] as const
type ImportGroup = (typeof importGroups)[number]

type KindFacts = {
  group: ImportGroup
  /** The resource whose words name its columns. */
  labels: string
  permissions: Pick<Permissions, 'create' | 'update' | 'delete'>
  columns: readonly ImportColumn[]
}

const same = (permission: string) => ({ create: permission, update: permission, delete: permission })
const opening = same(financialYearPermissions.update)
const labels = 'imported'
const notes = (creates: string, voids: string) => ({ create: creates, update: creates, delete: voids })

/** The kinds of imports, in the order a company moves in. */
export const importKinds = {
  financial_years: { group: 'settings', labels, permissions: financialYearPermissions, columns: yearColumns },
  accounts: { group: 'settings', labels: 'account', permissions: accountPermissions, columns: accountColumns },
  cost_centers: {
    group: 'settings',
    labels: 'cost_center',
    permissions: costCenterPermissions,
    columns: costCenterColumns,
  },
  currency_rates: { group: 'settings', labels, permissions: same(settingVerbs.update), columns: rateColumns },
  branches: { group: 'settings', labels: 'branch', permissions: settingVerbs, columns: branchColumns },
  places: { group: 'settings', labels: 'place', permissions: settingVerbs, columns: placeColumns },
  taxes: { group: 'settings', labels: 'tax', permissions: settingVerbs, columns: taxColumns },
  units: { group: 'settings', labels: 'unit', permissions: settingVerbs, columns: unitColumns },
  product_categories: {
    group: 'settings',
    labels: 'product_category',
    permissions: settingVerbs,
    columns: categoryColumns,
  },
  payment_methods: { group: 'settings', labels: 'payment_method', permissions: settingVerbs, columns: methodColumns },
  asset_classes: {
    group: 'settings',
    labels: 'asset_class',
    permissions: assetPermissions,
    columns: assetClassColumns,
  },
  zakat_lines: {
    group: 'settings',
    labels: 'zakat_line',
    permissions: zakatYears.permissions,
    columns: zakatLineColumns,
  },
  zakat_years: {
    group: 'settings',
    labels: 'zakat_year',
    permissions: zakatYears.permissions,
    columns: zakatYearColumns,
  },
  zakat_adjustments: {
    group: 'settings',
    labels: 'zakat_adjustment',
    permissions: zakatYears.permissions,
    columns: zakatAdjustmentColumns,
  },
  forecast_rows: {
    group: 'settings',
    labels: 'forecast_row',
    permissions: forecastRows.permissions,
    columns: forecastRowColumns,
  },
  customers: { group: 'masters', labels: 'customer', permissions: verbs('customer'), columns: customerColumns },
  suppliers: { group: 'masters', labels: 'supplier', permissions: verbs('supplier'), columns: partyColumns },
  products: {
    group: 'masters',
    labels: 'product',
    permissions: verbs('product'),
    columns: productColumns,
  },
  product_units: {
    group: 'masters',
    labels: 'product_unit',
    permissions: verbs('product'),
    columns: productUnitColumns,
  },
  price_lists: { group: 'masters', labels: 'price_list', permissions: verbs('price-list'), columns: priceListColumns },
  opening_lines: { group: 'opening', labels: 'opening', permissions: opening, columns: openingLineColumns },
  opening_receivables: { group: 'opening', labels: 'opening', permissions: opening, columns: openReceivableColumns },
  opening_payables: { group: 'opening', labels: 'opening', permissions: opening, columns: openPayableColumns },
  opening_customer_credits: {
    group: 'opening',
    labels: 'opening',
    permissions: opening,
    columns: openingCustomerCreditColumns,
  },
  opening_supplier_credits: {
    group: 'opening',
    labels: 'opening',
    permissions: opening,
    columns: openingSupplierCreditColumns,
  },
  opening_stock: { group: 'opening', labels: 'opening', permissions: opening, columns: openingStockColumns },
  // What of them is still open. What documents took of them is in these.
  quotations: { group: 'documents', labels: 'quotation', permissions: verbs('quotation'), columns: quotationColumns },
  sales_orders: {
    group: 'documents',
    labels: 'sales_order',
    permissions: verbs('sales-order'),
    columns: salesOrderColumns,
  },
  purchase_orders: {
    group: 'documents',
    labels: 'purchase_order',
    permissions: verbs('purchase-order'),
    columns: purchaseOrderColumns,
  },
  // What of them still waits for its invoice or bill; it is on rows of the orders above.
  delivery_notes: {
    group: 'documents',
    labels: 'delivery_note',
    permissions: verbs('delivery-note'),
    columns: deliveryNoteColumns,
  },
  goods_receipts: {
    group: 'documents',
    labels: 'goods_receipt',
    permissions: verbs('goods-receipt'),
    columns: goodsReceiptColumns,
  },
  bills: { group: 'documents', labels: 'bill', permissions: verbs('bill'), columns: billColumns },
  customs_declarations: {
    group: 'documents',
    labels,
    permissions: notes('create-customs-declaration', 'delete-bill'),
    columns: customsColumns,
  },
  advance_invoices: {
    group: 'documents',
    labels: 'invoice',
    permissions: verbs('invoice'),
    columns: advanceInvoiceColumns,
  },
  invoices: { group: 'documents', labels: 'invoice', permissions: verbs('invoice'), columns: invoiceColumns },
  credit_notes: {
    group: 'documents',
    labels,
    permissions: notes('create-credit-note', 'void-invoice'),
    columns: creditNoteColumns,
  },
  debit_notes: {
    group: 'documents',
    labels,
    permissions: notes('create-credit-note', 'void-invoice'),
    columns: debitNoteColumns,
  },
  supplier_credits: {
    group: 'documents',
    labels,
    permissions: notes('create-supplier-credit', 'delete-bill'),
    columns: supplierCreditColumns,
  },
  landed_costs: { group: 'documents', labels, permissions: same('land-costs'), columns: landedCostColumns },
  starting_stock: { group: 'documents', labels, permissions: verbs('product'), columns: startingStockColumns },
  stock_counts: { group: 'documents', labels, permissions: same('adjust-stock'), columns: countColumns },
  stock_transfers: {
    group: 'documents',
    labels: 'stock_transfer',
    permissions: same(transferPermission),
    columns: transferColumns,
  },
  income_payments: {
    group: 'settlements',
    labels: 'income_payment',
    permissions: verbs('income-payment'),
    columns: receiptColumns,
  },
  expense_payments: {
    group: 'settlements',
    labels: 'expense_payment',
    permissions: verbs('expense-payment'),
    columns: expensePaymentColumns,
  },
  // Of either side: the rule asks for the permission of the row's own side.
  allocations: { group: 'settlements', labels, permissions: same('update-income-payment'), columns: allocationColumns },
  refunds: { group: 'settlements', labels, permissions: same('update-income-payment'), columns: refundColumns },
  set_offs: { group: 'settlements', labels, permissions: same('set-off-balances'), columns: setOffColumns },
  write_offs: { group: 'settlements', labels, permissions: same('write-off-invoice'), columns: writeOffColumns },
  retention_releases: {
    group: 'settlements',
    labels,
    permissions: same('release-retention-invoice'),
    columns: retentionReleaseColumns,
  },
  // Each row asks for the permission of what it reverses.
  reversals: { group: 'settlements', labels, permissions: same('update-income-payment'), columns: reversalColumns },
  journal_entries: {
    group: 'ledger',
    labels: 'journal_entry',
    permissions: verbs('journal-entry'),
    columns: journalColumns,
  },
  assets: { group: 'ledger', labels: 'asset', permissions: assetPermissions, columns: assetColumns },
  asset_events: { group: 'ledger', labels: 'asset', permissions: same('dispose-asset'), columns: assetEventColumns },
  vat_adjustments: { group: 'ledger', labels, permissions: same('file-vat'), columns: adjustmentColumns },
  opening_clearings: { group: 'ledger', labels, permissions: opening, columns: openingClearingColumns },
  fx_revaluations: { group: 'ledger', labels, permissions: verbs('journal-entry'), columns: revaluationColumns },
  vat_returns: {
    group: 'ledger',
    labels,
    permissions: { create: 'file-vat', update: 'file-vat', delete: 'take-back-vat' },
    columns: vatReturnColumns,
  },
  withholding_returns: {
    group: 'ledger',
    labels,
    permissions: { create: 'file-withholding', update: 'file-withholding', delete: 'take-back-withholding' },
    columns: withholdingReturnColumns,
  },
  year_closings: { group: 'ledger', labels, permissions: opening, columns: yearClosingColumns },
} as const satisfies Record<string, KindFacts>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]
/** Files of several kinds that come in together; none of them has a column of its own. */
export const packageKind = 'package'
export type StoredKind = ImportKindName | typeof packageKind
const packageFacts: KindFacts = { group: 'settings', labels, permissions: same('import-records'), columns: [] }
export const importKindOf = (name: StoredKind): KindFacts => (name === packageKind ? packageFacts : importKinds[name])
