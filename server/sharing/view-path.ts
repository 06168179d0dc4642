import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import type { PaperKey } from './shared-paper-facts.ts'

/** Where the sender finds the document in the application. */
const folders: Record<SharedKindName, string> = {
  invoice: '/sales/invoices',
  advance_invoice: '/sales/advance-invoices',
  credit_note: '/sales/credit-notes',
  debit_note: '/sales/debit-notes',
  supplier_credit: '/purchases/supplier-credits',
  income_payment: '/accounting/income-payments',
  expense_payment: '/accounting/expense-payments',
  quotation: '/sales/quotations',
  sales_order: '/sales/orders',
  purchase_order: '/purchases/orders',
  delivery_note: '/sales/deliveries',
  goods_receipt: '/purchases/receipts',
  customer_statement: '/reports/customer-statement?customer_id=',
  supplier_statement: '/reports/supplier-statement?supplier_id=',
  withholding_certificate: '/purchases/suppliers',
}

export function viewPathOf({ kind, id }: PaperKey): string {
  const folder = folders[kind.name]
  return folder.endsWith('=') ? `${folder}${id}` : `${folder}/${id}/view`
}
