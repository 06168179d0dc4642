import { audiences } from '../documents/audiences.ts'
import { type MemoName, memoNamesOf } from '../documents/memo-fields.ts'
import { spreadNames } from '../documents/spread-fields.ts'
import {
  branchColumn,
  choiceColumn as choice,
  currencyColumn,
  dayColumn as day,
  figureColumn as figure,
  lotsColumn,
  orderColumn,
  placeColumn,
  referenceColumn as reference,
  requiredColumn as required,
  rowUnitColumn,
} from './column-kit.ts'
import { exchangeRateColumn } from './file-columns.ts'
import { type ImportColumn, textColumn as text } from './import-columns.ts'

// Columns of what happens to documents, and those that documents have in addition to their rows.

const party = (...kinds: ('customer' | 'supplier')[]): ImportColumn[] =>
  kinds.map((kind) =>
    kind === 'customer'
      ? reference('customer_id', ['العميل', 'اسم العميل', 'customer', 'customer name'], 'شركة الأفق للتجارة')
      : reference(
          'supplier_id',
          ['المورد', 'اسم المورد', 'supplier', 'vendor', 'vendor name', 'supplier name'],
          'شركة الأفق للتجارة',
        ),
  )
const amount = (example = '5.00') => required(figure('amount', ['المبلغ', 'القيمة', 'amount', 'total'], example))
const notes = text('notes', ['ملاحظات', 'البيان', 'notes', 'memo', 'description'])
const account = reference('account_id', ['الحساب', 'رقم الحساب', 'account', 'account number', 'account code'])
const product = reference(
  'product_id',
  ['الصنف', 'المنتج', 'رمز الصنف', 'product', 'item', 'item name', 'product code', 'sku', 'item code'],
  'P-1001',
)
const method = reference('payment_method_id', ['طريقة الدفع', 'وسيلة الدفع', 'payment method', 'payment mode'], 'نقدي')

const [spreadFrom = ''] = spreadNames
/** What a document says in addition to its rows: one column for each memo field. */
const memoColumns: { [Name in MemoName]: ImportColumn } = {
  notes: text('notes', ['ملاحظات', 'notes', 'customer notes']),
  supply_date: day('supply_date', ['تاريخ التوريد', 'supply date']),
  supply_end_date: day('supply_end_date', ['نهاية التوريد', 'supply end date']),
  po_number: text('po_number', ['رقم أمر الشراء', 'po number', 'purchase order']),
  contract_number: text('contract_number', ['رقم العقد', 'contract number']),
  payment_terms: text('payment_terms', ['شروط السداد', 'payment terms']),
  payment_means: text('payment_means', ['وسيلة السداد', 'payment means']),
  // As the documents of the authority name them.
  transaction_kind: choice('transaction_kind', ['معاملة خاصة', 'special transaction'], {
    third_party: ['طرف ثالث', 'third party'],
    nominal: ['توريد افتراضي', 'nominal'],
    summary: ['ملخصة', 'summary'],
    government: ['جهة حكومية', 'government', 'b2g'],
  }),
}
/** The same, and the months over which a row is recognised. */
export const documentMemoColumns = (side: 'sales' | 'purchases'): readonly ImportColumn[] => [
  ...memoNamesOf(side).map((name) => memoColumns[name]),
  day(spreadFrom, ['التوزيع من', 'spread start', 'recognition start']),
  figure('spread_months', ['أشهر التوزيع', 'spread months']),
  day('spread_to', ['التوزيع إلى', 'spread to', 'recognise until']),
  reference('spread_account_id', ['حساب التوزيع', 'spread account']),
]
/** What the payer keeps of a document, and until when. */
export const retentionColumns: readonly ImportColumn[] = [
  figure('retention_percent', ['نسبة محتجز الضمان', 'نسبة الاستقطاع', 'retention %', 'retention percent']),
  choice('retention_basis', ['أساس محتجز الضمان', 'retention basis', 'retention of'], {
    net: ['قبل الضريبة', 'net', 'before vat'],
    gross: ['شامل الضريبة', 'gross', 'with vat'],
  }),
  day('retention_release_date', ['تاريخ الإفراج', 'retention release date', 'release date']),
]
export const costColumn = figure('row_cost', ['تكلفة المبيعات', 'تكلفة البضاعة المباعة', 'cost of goods sold', 'cogs'])
export const audienceColumn = choice('audience', ['نوع الفاتورة', 'invoice type'], {
  [audiences[0]]: ['ضريبية', 'standard', 'tax invoice'],
  [audiences[1]]: ['مبسطة', 'simplified'],
})
export const advancesColumn = text('advances', ['الدفعات المقدمة المخصومة', 'deducted advances'])

/** What a note took off its own document on its day; the rest is the party's advance. Empty: all that is open then. */
const settledColumn = figure('settled', ['المسدد من الفاتورة', 'settled of the document'])

type NoteExample = { number: string; quantity: string; amount: string }
const noteColumns = (
  kind: 'customer' | 'supplier',
  { number, quantity, amount }: NoteExample,
): readonly ImportColumn[] => [
  required(
    text(
      'note_number',
      ['رقم الإشعار', 'الإشعار', 'note number', 'credit note number', 'credit note#', 'debit note number', 'number'],
      number,
    ),
  ),
  required(
    day(
      'note_date',
      ['تاريخ الإشعار', 'التاريخ', 'note date', 'credit note date', 'date', 'issue date'],
      '{year}-02-15',
    ),
  ),
  required(
    text(
      'document_number',
      [
        'رقم الفاتورة',
        'الفاتورة الأصلية',
        'invoice number',
        'bill number',
        'invoice',
        'original invoice',
        'reversed entry',
        'reference',
      ],
      kind === 'customer' ? 'A-1001' : 'B-77',
    ),
  ),
  ...(kind === 'customer'
    ? [day('document_date', ['تاريخ الفاتورة', 'تاريخ الفاتورة الأصلية', 'invoice date', 'original invoice date'])]
    : []),
  ...party(kind),
  required(text('reason', ['السبب', 'سبب الإشعار', 'reason', 'notes', 'description'], 'بضاعة مرتجعة')),
  text('reason_code', ['رمز السبب', 'reason code']),
  figure('line_number', ['رقم السطر', 'line number', 'row'], '1'),
  product,
  figure('quantity', ['الكمية', 'quantity', 'qty'], quantity),
  rowUnitColumn,
  ...(number.startsWith('DN') ? [] : [lotsColumn]),
  figure('price', ['السعر', 'سعر الوحدة', 'unit price', 'price', 'rate', 'item price']),
  figure('amount', ['المبلغ قبل الضريبة', 'الصافي', 'amount before tax', 'net', 'net amount'], amount),
  ...(kind === 'customer' && number.startsWith('DN') ? [] : [settledColumn, placeColumn]),
  ...(kind === 'customer'
    ? [
        reference('tax_rate', ['الضريبة', 'نسبة الضريبة', 'tax', 'tax rate', 'vat', 'item tax', 'item tax %']),
        currencyColumn,
        branchColumn,
        exchangeRateColumn,
      ]
    : []),
  orderColumn,
]
export const creditNoteColumns = noteColumns('customer', { number: 'CN-1', quantity: '1', amount: '' })
export const debitNoteColumns = noteColumns('customer', { number: 'DN-1', quantity: '', amount: '50.00' })
export const supplierCreditColumns = noteColumns('supplier', { number: 'SC-1', quantity: '1', amount: '' })

export const customsColumns: readonly ImportColumn[] = [
  required(
    text('declaration_number', ['رقم البيان', 'رقم البيان الجمركي', 'declaration number', 'number'], '58-1446-0071'),
  ),
  required(day('declaration_date', ['تاريخ البيان', 'التاريخ', 'declaration date', 'date'], '{year}-02-01')),
  day('due_date', ['تاريخ الاستحقاق', 'due date'], '{year}-02-15'),
  required(party('supplier')[0] as ImportColumn),
  figure('customs_value', ['القيمة الجمركية', 'customs value'], '950.00'),
  figure('duty', ['الرسوم الجمركية', 'الرسوم', 'duty', 'customs duty'], '50.00'),
  figure('vat_base', ['وعاء الضريبة', 'vat base', 'tax base']),
  figure('vat', ['ضريبة الاستيراد', 'الضريبة', 'import vat', 'vat']),
  text('bill_numbers', ['فواتير الشراء', 'أرقام الفواتير', 'bill numbers', 'bills'], 'B-77'),
  product,
  figure('quantity', ['الكمية', 'quantity', 'qty'], '10'),
  figure('value', ['القيمة', 'value'], '950.00'),
  notes,
  branchColumn,
  orderColumn,
]

export const startingStockColumns: readonly ImportColumn[] = [
  required(day('stocked_on', ['التاريخ', 'date', 'stock date'], '{year}-01-15')),
  required(product),
  required(figure('quantity', ['الكمية', 'quantity', 'qty'], '20')),
  required(figure('unit_cost', ['تكلفة الوحدة', 'التكلفة', 'unit cost', 'cost'], '12.345')),
  orderColumn,
]

export const countColumns: readonly ImportColumn[] = [
  required(text('count_number', ['رقم الجرد', 'الجرد', 'count number', 'adjustment number', 'number'], 'CNT-1')),
  required(day('count_date', ['تاريخ الجرد', 'التاريخ', 'count date', 'date', 'adjustment date'], '{year}-03-05')),
  required(product),
  figure('counted', ['الكمية المعدودة', 'الكمية الفعلية', 'counted', 'counted quantity', 'actual quantity'], '34'),
  figure('difference', ['الفرق', 'كمية التسوية', 'difference', 'quantity adjusted', 'adjustment quantity']),
  figure('value', ['قيمة الفرق', 'value of the difference', 'adjustment value', 'value adjusted']),
  lotsColumn,
  notes,
  branchColumn,
  placeColumn,
  orderColumn,
]

/** One of both: the side of the record. */
export const eitherParty = [...party('customer'), ...party('supplier').map((column) => ({ ...column, example: '' }))]

const date = (key: string, example = '{year}-02-25') => required(day(key, ['التاريخ', 'date'], example))
export const sourceHeads = ['من السند أو الإشعار', 'السند', 'من رقم', 'payment number', 'note number']
const sourceNumber = required(text('source_number', sourceHeads, 'R-1'))
const sourceKinds = {
  payment: ['سند', 'دفعة', 'payment', 'receipt'],
  note: ['إشعار', 'note', 'credit note', 'supplier credit'],
  opening: ['رصيد افتتاحي', 'opening', 'opening credit'],
} as const
export const sourceKind: ImportColumn = {
  ...choice('source_kind', ['نوع المصدر', 'source kind', 'source type'], sourceKinds, 'payment'),
  fallback: 'payment',
}
const documentNumber = (heads: readonly string[]) =>
  required(text('document_number', ['رقم الفاتورة', 'الفاتورة', 'invoice number', 'bill number', ...heads], 'A-1001'))

export const allocationColumns: readonly ImportColumn[] = [
  date('allocation_date'),
  sourceKind,
  sourceNumber,
  ...eitherParty,
  documentNumber(['to', 'document number']),
  amount(),
  orderColumn,
]
export const refundColumns: readonly ImportColumn[] = [
  date('refund_date'),
  sourceKind,
  sourceNumber,
  ...eitherParty,
  amount(),
  method,
  account,
  exchangeRateColumn,
  figure('amount_base', ['المبلغ بالعملة الأساسية', 'base amount']),
  notes,
  orderColumn,
]
export const writeOffColumns: readonly ImportColumn[] = [
  date('write_off_date'),
  ...eitherParty,
  documentNumber(['document number']),
  amount(),
  required(text('reason', ['السبب', 'reason', 'notes'], 'تعذر التحصيل')),
  account,
  orderColumn,
]
/** What was released of a retention; what was taken back leaves nothing. */
export const retentionReleaseColumns: readonly ImportColumn[] = [
  date('release_date'),
  ...eitherParty,
  documentNumber(['document number']),
  amount(),
  text('reason', ['السبب', 'reason', 'notes'], 'التسليم النهائي'),
  orderColumn,
]
export const setOffColumns: readonly ImportColumn[] = [
  required(text('set_off_number', ['رقم المقاصة', 'المقاصة', 'set-off number', 'number'], 'SET-1')),
  date('set_off_date'),
  ...party('customer', 'supplier').map(required),
  choice(
    'document_side',
    ['جهة الفاتورة', 'side'],
    { receivable: ['مدينة', 'عميل', 'receivable', 'invoice'], payable: ['دائنة', 'مورد', 'payable', 'bill'] },
    'receivable',
  ),
  documentNumber(['document number']),
  amount(),
  notes,
  currencyColumn,
  branchColumn,
  orderColumn,
].map((column) => {
  const more = { document_side: 'payable', document_number: 'B-77', amount: '5.00' }[column.key]
  const own = column.key === 'document_side' ? required(column) : column
  return more === undefined ? own : { ...own, moreExamples: [more] }
})

export const adjustmentColumns: readonly ImportColumn[] = [
  date('adjustment_date'),
  required(
    choice(
      'direction',
      ['الاتجاه', 'direction'],
      { increase: ['زيادة', 'increase'], decrease: ['نقص', 'تخفيض', 'decrease'] },
      'decrease',
    ),
  ),
  amount('120.50'),
  required({ ...account, example: '520401' }),
  required(text('reason', ['السبب', 'reason', 'notes'], 'فاتورة لم تُدرج في إقرار الربع السابق')),
  branchColumn,
  orderColumn,
]

export const openingClearingColumns: readonly ImportColumn[] = [
  date('clearing_date', '{year}-01-01'),
  required(figure('capital', ['رأس المال', 'capital'], '50,000.00')),
  orderColumn,
]
export const revaluationColumns: readonly ImportColumn[] = [
  date('revaluation_date', '{year}-03-31'),
  required({ ...currencyColumn, example: 'USD' }),
  required(figure('closing_rate', ['سعر الإقفال', 'closing rate', 'rate'], '3.76')),
  text('accounts', ['الحسابات النقدية', 'cash accounts']),
  orderColumn,
]
export const vatReturnColumns: readonly ImportColumn[] = [
  required(day('started_at', ['من', 'period start'], '{year}-01-01')),
  required(day('ended_at', ['إلى', 'period end'], '{year}-03-31')),
  text('authority_reference', ['رقم الإقرار', 'reference', 'authority reference'], '1000234567'),
  choice(
    'credit',
    ['الرصيد الدائن', 'credit'],
    { carried: ['مرحل', 'carried'], claimed: ['مسترد', 'claimed'] },
    'carried',
  ),
  orderColumn,
]
export const withholdingReturnColumns: readonly ImportColumn[] = [
  required(day('started_at', ['من', 'period start'], '{year}-01-01')),
  required(day('ended_at', ['إلى', 'period end'], '{year}-01-31')),
  text('authority_reference', ['رقم الإقرار', 'reference', 'authority reference'], '1000234567'),
  orderColumn,
]
export const yearClosingColumns: readonly ImportColumn[] = [
  required(text('name', ['السنة المالية', 'financial year', 'year'], '2025')),
  required(day('ended_at', ['تاريخ النهاية', 'end date', 'ends'], '2025-12-31')),
  orderColumn,
]
