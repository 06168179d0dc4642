import { financialYearPermissions } from '../access/permissions.ts'
import { accountPermissions, costCenterPermissions } from '../chart.ts'
import type { Permissions } from '../crud-permissions.ts'
import { verbs } from '../crud-permissions.ts'
import { billColumns, invoiceColumns } from './document-columns.ts'
import {
  expensePaymentColumns,
  journalColumns,
  openingLineColumns,
  openingStockColumns,
  openPayableColumns,
  openReceivableColumns,
  receiptColumns,
} from './entry-columns.ts'
import { type ImportColumn, partyColumns, productColumns } from './import-columns.ts'
import { accountColumns, costCenterColumns } from './node-columns.ts'

type KindFacts = {
  /** The resource whose words name its columns. */
  labels: string
  permissions: Pick<Permissions, 'create' | 'update' | 'delete'>
  columns: readonly ImportColumn[]
}

const opening = {
  create: financialYearPermissions.update,
  update: financialYearPermissions.update,
  delete: financialYearPermissions.update,
}

/** The kinds of imports, in the order a company moves in. */
export const importKinds = {
  accounts: { labels: 'account', permissions: accountPermissions, columns: accountColumns },
  cost_centers: { labels: 'cost_center', permissions: costCenterPermissions, columns: costCenterColumns },
  customers: { labels: 'customer', permissions: verbs('customer'), columns: partyColumns },
  suppliers: { labels: 'supplier', permissions: verbs('supplier'), columns: partyColumns },
  products: { labels: 'product', permissions: verbs('product'), columns: productColumns },
  opening_lines: { labels: 'opening', permissions: opening, columns: openingLineColumns },
  opening_receivables: { labels: 'opening', permissions: opening, columns: openReceivableColumns },
  opening_payables: { labels: 'opening', permissions: opening, columns: openPayableColumns },
  opening_stock: { labels: 'opening', permissions: opening, columns: openingStockColumns },
  invoices: { labels: 'invoice', permissions: verbs('invoice'), columns: invoiceColumns },
  bills: { labels: 'bill', permissions: verbs('bill'), columns: billColumns },
  income_payments: { labels: 'income_payment', permissions: verbs('income-payment'), columns: receiptColumns },
  expense_payments: {
    labels: 'expense_payment',
    permissions: verbs('expense-payment'),
    columns: expensePaymentColumns,
  },
  journal_entries: { labels: 'journal_entry', permissions: verbs('journal-entry'), columns: journalColumns },
} as const satisfies Record<string, KindFacts>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]
export const importKindOf = (name: ImportKindName): KindFacts => importKinds[name]
