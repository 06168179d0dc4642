import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import { countImport, startingStockImport } from './count-import.ts'
import { customsImport } from './customs-import.ts'
import { documentImport } from './document-import.ts'
import type { ImportRules } from './import-kind.ts'
import { journalImport } from './journal-import.ts'
import { adjustmentImport, clearingImport, returnImport, revaluationImport } from './ledger-import.ts'
import { branchImport, categoryImport, methodImport, taxImport, unitImport } from './master-import.ts'
import { accountImport, costCenterImport } from './node-import.ts'
import { noteImport } from './note-import.ts'
import { openingImport } from './opening-import.ts'
import { partyImport } from './party-import.ts'
import { paymentImport } from './payment-import.ts'
import { productImport } from './product-import.ts'
import { setOffImport } from './set-off-import.ts'
import { allocationImport, refundImport, writeOffImport } from './settlement-import.ts'
import { rateImport, yearClosingImport, yearImport } from './year-import.ts'

export const rulesOf: Record<ImportKindName, ImportRules> = {
  financial_years: yearImport,
  accounts: accountImport,
  cost_centers: costCenterImport,
  currency_rates: rateImport,
  branches: branchImport,
  taxes: taxImport,
  units: unitImport,
  product_categories: categoryImport,
  payment_methods: methodImport,
  customers: partyImport(sales),
  suppliers: partyImport(purchases),
  products: productImport,
  opening_lines: openingImport('lines'),
  opening_receivables: openingImport('receivables'),
  opening_payables: openingImport('payables'),
  opening_customer_credits: openingImport('customer_credits'),
  opening_supplier_credits: openingImport('supplier_credits'),
  opening_stock: openingImport('stock'),
  bills: documentImport(purchases),
  customs_declarations: customsImport,
  advance_invoices: documentImport(advances),
  invoices: documentImport(sales),
  credit_notes: noteImport(noteKinds.credit_note),
  debit_notes: noteImport(noteKinds.debit_note),
  supplier_credits: noteImport(noteKinds.supplier_credit),
  starting_stock: startingStockImport,
  stock_counts: countImport,
  income_payments: paymentImport(sales),
  expense_payments: paymentImport(purchases),
  allocations: allocationImport,
  refunds: refundImport,
  set_offs: setOffImport,
  write_offs: writeOffImport,
  journal_entries: journalImport,
  vat_adjustments: adjustmentImport,
  opening_clearings: clearingImport,
  fx_revaluations: revaluationImport,
  vat_returns: returnImport,
  year_closings: yearClosingImport,
}
