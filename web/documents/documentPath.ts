import type { Side } from '#contract/sides.ts'

/** Where a side's documents live in the application. */
export const documentPath = (side: Side): string => (side.name === 'sales' ? '/sales/invoices' : '/purchases/bills')
export const paymentPath = (side: Side): string =>
  side.name === 'sales' ? '/accounting/income-payments' : '/accounting/expense-payments'
