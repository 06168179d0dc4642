import type { Side } from '#contract/documents/sides.ts'

/** Where a side's documents live in the application. */
export const documentPath = ({ document }: Pick<Side, 'document'>): string => documentFolders[document]
const documentFolders = {
  invoice: '/sales/invoices',
  bill: '/purchases/bills',
  advance_invoice: '/sales/advance-invoices',
}
/** Where a save leads: what we issue is shown as it goes out, a supplier's bill is one of its list. */
export const savedPath = (side: Side, id: number): string =>
  side.document === 'bill' ? documentPath(side) : `${documentPath(side)}/${id}/view`
export const paymentPath = (side: Side): string =>
  side.name === 'sales' ? '/accounting/income-payments' : '/accounting/expense-payments'
