import {
  choiceColumn as choice,
  dayColumn as day,
  figureColumn as figure,
  orderColumn,
  requiredColumn as required,
} from './column-kit.ts'
import { eitherParty, sourceHeads, sourceKind } from './history-columns.ts'
import { type ImportColumn, textColumn as text } from './import-columns.ts'

export const reversedKinds = ['payment', 'allocation', 'refund', 'write_off', 'set_off'] as const
/** What was reversed on a later day than its own. */
export const reversalColumns: readonly ImportColumn[] = [
  required(day('reversal_date', ['التاريخ', 'date'], '{year}-03-25')),
  required(
    choice(
      'reversed_kind',
      ['نوع المعكوس', 'reversed kind'],
      {
        payment: ['سند', 'payment', 'receipt'],
        allocation: ['تخصيص', 'allocation'],
        refund: ['رد', 'refund'],
        write_off: ['شطب', 'write-off'],
        set_off: ['مقاصة', 'set-off'],
      },
      'set_off',
    ),
  ),
  sourceKind,
  text('source_number', sourceHeads, 'SET-1'),
  ...eitherParty,
  text('document_number', ['رقم الفاتورة', 'الفاتورة', 'invoice number', 'bill number', 'document number']),
  day('made_on', ['تاريخ المعكوس', 'day of the reversed']),
  figure('amount', ['المبلغ', 'القيمة', 'amount', 'total']),
  text('reason', ['السبب', 'reason', 'notes'], 'شيك مرتجع'),
  orderColumn,
]
