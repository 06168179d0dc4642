import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import type { PaperKey } from './shared-paper.ts'

/** Where the sender finds the document in the application. */
const folders: Record<SharedKindName, string> = {
  invoice: '/sales/invoices',
  advance_invoice: '/sales/advance-invoices',
  credit_note: '/sales/credit-notes',
  debit_note: '/sales/debit-notes',
  supplier_credit: '/purchases/supplier-credits',
}

export const viewPathOf = ({ kind, id }: PaperKey): string => `${folders[kind.name]}/${id}/view`
