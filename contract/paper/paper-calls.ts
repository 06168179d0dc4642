import { bankReconciliations } from '../bank.ts'
import { stockCounts } from '../counts.ts'
import { journalEntries } from '../journal.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { expensePayments, incomePayments } from '../payments.ts'

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

export const paperCalls = {
  income_payment: paperOfRecord(incomePayments),
  expense_payment: paperOfRecord(expensePayments),
  journal_entry: paperOfRecord(journalEntries),
  stock_count: paperOfRecord(stockCounts),
  bank_reconciliation: paperOfRecord(bankReconciliations),
}
