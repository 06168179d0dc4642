/** Where a document or payment of whichever kind is looked at, by id; undefined for what has no page of its own. */
export function viewPath(kind: string, id: number | string): string | undefined {
  const folder = folders[kind]
  if (folder) return `${folder}/${id}/view`
  return kind.startsWith('opening_') ? '/accounting/opening' : undefined
}

const folders: Record<string, string> = {
  invoice: '/sales/invoices',
  advance_invoice: '/sales/advance-invoices',
  credit_note: '/sales/credit-notes',
  debit_note: '/sales/debit-notes',
  bill: '/purchases/bills',
  supplier_credit: '/purchases/supplier-credits',
  customs_declaration: '/purchases/customs-declarations',
  set_off: '/accounting/set-offs',
  income_payment: '/accounting/income-payments',
  expense_payment: '/accounting/expense-payments',
  opening_customer_credit: '/accounting/opening/customer-credits',
  opening_supplier_credit: '/accounting/opening/supplier-credits',
}
