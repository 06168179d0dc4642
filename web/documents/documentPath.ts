import type { Side } from '#contract/sides.ts'

/** Where a side's documents live in the application. */
export const documentPath = (side: Side): string => documentFolders[side.document]
const documentFolders = {
  invoice: '/sales/invoices',
  bill: '/purchases/bills',
  advance_invoice: '/sales/advance-invoices',
}
export const paymentPath = (side: Side): string =>
  side.name === 'sales' ? '/accounting/income-payments' : '/accounting/expense-payments'
