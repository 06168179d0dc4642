import { z } from 'zod'
import { bankReconciliations } from '../bank.ts'
import { stockCounts } from '../counts.ts'
import { customsDeclarations } from '../documents/customs.ts'
import { setOffs } from '../documents/set-offs.ts'
import { id } from '../fields/choice.ts'
import { goodsNotes } from '../goods/goods-notes.ts'
import { journalEntries } from '../journal.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { openingCalls } from '../opening.ts'
import { openingCredits } from '../opening-credits.ts'
import { purchaseOrders, quotations, salesOrders } from '../orders/orders.ts'
import { expensePayments, incomePayments } from '../payments.ts'
import { stockTransfers } from '../places/transfers.ts'

/** The printed paper of a record, as PDF; documents and notes have theirs next to their other calls. */
const paperOfRecord = <const Name extends string>({
  name,
  path,
  permissions: { read, update },
}: {
  name: Name
  path: string
  permissions: { read: string; update: string }
}) =>
  defineCall({
    method: 'GET',
    kind: 'export',
    labels: name,
    params: idParams,
    path: `${path}/:id/pdf`,
    admission: [read, update],
  })

const paperOfCredit = ({ path, calls }: (typeof openingCredits)['sales' | 'purchases']) => {
  const [read = '', update = ''] = calls.read.admission
  return paperOfRecord({ name: 'opening', path, permissions: { read, update } })
}

export const paperCalls = {
  income_payment: paperOfRecord(incomePayments),
  expense_payment: paperOfRecord(expensePayments),
  journal_entry: paperOfRecord(journalEntries),
  stock_count: paperOfRecord(stockCounts),
  stock_transfer: paperOfRecord(stockTransfers),
  set_off: paperOfRecord(setOffs),
  customs_declaration: paperOfRecord(customsDeclarations),
  quotation: paperOfRecord(quotations),
  sales_order: paperOfRecord(salesOrders),
  purchase_order: paperOfRecord(purchaseOrders),
  delivery_note: paperOfRecord(goodsNotes.delivery_note),
  goods_receipt: paperOfRecord(goodsNotes.goods_receipt),
  bank_reconciliation: paperOfRecord(bankReconciliations),
  opening_customer_credit: paperOfCredit(openingCredits.sales),
  opening_supplier_credit: paperOfCredit(openingCredits.purchases),
}

/** The papers of several records one after the other in one file, in the order in which they are named. */
const mergedPapers = ({ name, path, permissions: { read, update } }: Parameters<typeof paperOfRecord>[0]) =>
  defineCall({
    method: 'GET',
    kind: 'export',
    labels: name,
    query: z.object({ ids: multiValue(id) }),
    path: `${path}/merged-pdf`,
    admission: [read, update],
  })
export const mergedPaperCalls = {
  income_payment: mergedPapers(incomePayments),
  expense_payment: mergedPapers(expensePayments),
  journal_entry: mergedPapers(journalEntries),
}

/** What was brought along when the books began. */
export const openingPaperCall = defineCall({
  method: 'GET',
  kind: 'export',
  labels: 'opening',
  path: '/accounting/opening/pdf',
  admission: openingCalls.show.admission,
})
