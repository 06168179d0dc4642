import type { ImportColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

// Columns of files of other programs that are not fields of our forms: facts about the whole record, to apply or to check against.

const states = {
  posted: wordList(`
    posted, confirmed, sent, open, unpaid, overdue, approved, authorised, authorized, awaiting payment, viewed,
    submitted, published, invoiced, issued, not paid, in process, reconciled, completed, finalized, active, due, 1, مرحل, مرحلة, مؤكد, مؤكدة, معتمد,
    معتمدة, مرسلة, صادرة, غير مدفوعة, غير مدفوع, متأخرة, مستحقة, مكتملة, مفتوحة, منشورة
  `),
  partially_paid: wordList('partially paid, partial, partly paid, مدفوعة جزئيا, مدفوع جزئيا, مسددة جزئيا'),
  paid: wordList('paid, closed, in payment, fully paid, مدفوعة, مدفوع, مسددة, مغلقة, مدفوعة بالكامل'),
  draft: wordList(`
    draft, pending, pending approval, awaiting approval, submitted for approval, unposted, 0, مسودة, معلقة, بانتظار الموافقة,
    بانتظار الاعتماد, غير مرحل, غير مرحلة
  `),
  void: wordList(`
    void, voided, cancelled, canceled, cancel, deleted, rejected, reversed, 2, ملغي, ملغية, ملغاة, لاغي, محذوف, محذوفة, مرفوضة
  `),
} as const

/** A draft or void record is left out, with a note on its rows. */
export const recordState = (heads: readonly string[]): ImportColumn => ({
  key: 'status',
  type: 'choice',
  fallback: 'posted',
  choices: states,
  example: '',
  heads: [...heads, 'status', 'state', 'docstatus', 'document status', 'الحالة', 'حالة المستند'],
})

const figure = (key: string, heads: readonly string[]): ImportColumn => ({ key, type: 'figure', heads, example: '' })

/** Compared with the total that our rules calculate. The document is refused if they differ. */
const total: ImportColumn = {
  ...figure(
    'total',
    wordList('الإجمالي, المبلغ الإجمالي, المجموع, total, total amount, amount total, bill total, total signed'),
  ),
  before: wordList(`
    الإجمالي شامل الضريبة, الإجمالي مع الضريبة, المجموع الكلي, إجمالي الفاتورة, grand total, invoice total, total incl vat, total
    with tax, total in currency
  `),
}
const remaining = figure(
  'remaining_amount',
  wordList(`
  المتبقي, المبلغ المتبقي, المبلغ المستحق, رصيد الفاتورة, الرصيد, balance, balance due, amount due, invoice
  amount due, outstanding, outstanding amount, open balance, amount due signed, residual, remaining
`),
)
const paid = figure(
  'paid_amount',
  wordList(`
  المدفوع, المبلغ المدفوع, المسدد, المحصل, paid, paid amount, amount paid, invoice amount paid, total paid
`),
)
export const exchangeRateColumn = figure(
  'exchange_rate',
  wordList(`
  سعر الصرف, معدل الصرف, سعر التحويل, exchange rate, currency rate, conversion rate, fx rate, exch rate
`),
)

export const documentFacts = (stateHeads: readonly string[]): readonly ImportColumn[] => [
  recordState(stateHeads),
  total,
  remaining,
  paid,
  exchangeRateColumn,
]
