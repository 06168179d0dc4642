import { purchases, sales } from '#contract/documents/sides.ts'
import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import { documentImport } from './document-import.ts'
import type { ImportRules } from './import-kind.ts'
import { journalImport } from './journal-import.ts'
import { accountImport, costCenterImport } from './node-import.ts'
import { openingImport } from './opening-import.ts'
import { partyImport } from './party-import.ts'
import { paymentImport } from './payment-import.ts'
import { productImport } from './product-import.ts'

export const rulesOf: Record<ImportKindName, ImportRules> = {
  accounts: accountImport,
  cost_centers: costCenterImport,
  customers: partyImport(sales),
  suppliers: partyImport(purchases),
  products: productImport,
  opening_lines: openingImport('lines'),
  opening_receivables: openingImport('receivables'),
  opening_payables: openingImport('payables'),
  opening_stock: openingImport('stock'),
  journal_entries: journalImport,
  invoices: documentImport(sales),
  bills: documentImport(purchases),
  income_payments: paymentImport(sales),
  expense_payments: paymentImport(purchases),
}
