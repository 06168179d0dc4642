import { withholdingWords } from '../withholding/withholding-words.ts'
import {
  branchColumn,
  choiceColumn,
  costCenterColumn,
  currencyColumn,
  customerColumn,
  dayColumn,
  figureColumn,
  lotsColumn,
  orderColumn,
  referenceColumn,
  requiredColumn,
  supplierColumn,
} from './column-kit.ts'
import { exchangeRateColumn, recordState } from './file-columns.ts'
import { type ImportColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

const account = requiredColumn(
  referenceColumn(
    'account_id',
    wordList(`
      رقم الحساب, رمز الحساب, كود الحساب, account code, account number, account no, الحساب, account, اسم
      الحساب, account name, particulars, ledger, ledger name, gl account, nominal code, n/c
    `),
    '110102',
  ),
)
const debit = figureColumn(
  'debit',
  wordList('مدين, المدين, debit, dr, debit amount, net debit, closing debit'),
  '1,150.00',
)
const credit = figureColumn('credit', wordList('دائن, الدائن, credit, cr, credit amount, net credit, closing credit'))
/** Debit less credit, as some programs write both in one column. */
const sided = (heads: readonly string[]): ImportColumn => ({ ...figureColumn('net_amount', heads), isSided: true })
/** Debit or credit as a word next to the amount. */
const sideColumn: ImportColumn = {
  key: 'side',
  type: 'choice',
  example: '',
  heads: wordList(
    'مدين/دائن, طبيعة الحركة, طبيعة الرصيد, نوع الحركة, الطبيعة, dr/cr, d/c, debit/credit, side, balance type',
  ),
  choices: {
    debit: wordList('debit, dr, d, مدين, منه'),
    credit: wordList('credit, cr, c, دائن, له'),
  },
}
/** A customer or a supplier, as the column of a journal says either. */
const party = referenceColumn(
  'party',
  wordList(`
  الجهة, الطرف, جهة الاتصال, اسم الجهة, partner, contact, contact name, party, party name, name
`),
)
/** Only what is a customer: `partner` may be either. */
const lineCustomer = { ...customerColumn, example: '', heads: ['العميل', 'اسم العميل', 'customer', 'customer name'] }
const lineSupplier = {
  ...supplierColumn,
  example: '',
  heads: wordList('المورد, اسم المورد, supplier, vendor, vendor name, supplier name'),
}

export const journalColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn(
      'journal_number',
      wordList(`
        رقم القيد, القيد, رقم اليومية, journal number, entry number, number, journal id, journal entry,
        journal no, entry no, voucher no, voucher number, vch no, transaction id, transaction no, tran no, trans #, num, رقم السند, رقم
        العملية, move, reference number, reference, id
      `),
      'JV-1',
    ),
  ),
  requiredColumn(
    dayColumn(
      'journal_date',
      wordList(`
        التاريخ, تاريخ القيد, journal date, entry date, posting date, transaction date, date
      `),
      '{year}-01-31',
    ),
  ),
  textColumn(
    'description',
    wordList(`
    البيان, الوصف, وصف القيد, الشرح, notes, memo, narration, memo/description, description, label, user
    remark, remark, details
  `),
  ),
  { ...account, moreExamples: ['310101'] },
  { ...debit, moreExamples: [''] },
  { ...credit, moreExamples: ['1,150.00'] },
  sided(wordList('المبلغ, القيمة, amount, net amount, balance')),
  sideColumn,
  textColumn(
    'line_description',
    wordList(`
    بيان السطر, وصف السطر, line description, line notes, label, description
  `),
  ),
  costCenterColumn,
  lineCustomer,
  lineSupplier,
  party,
  currencyColumn,
  exchangeRateColumn,
  branchColumn,
  recordState(['journal status', 'entry status', 'حالة القيد']),
  orderColumn,
]

const payment = (party: ImportColumn, documents: readonly string[], document: string): readonly ImportColumn[] => [
  requiredColumn(
    textColumn(
      'payment_number',
      wordList(`
        رقم السند, رقم الدفعة, السند, payment number, voucher number, receipt number, payment no, receipt no,
        voucher no, رقم الإيصال, رقم سند القبض, رقم سند الصرف, number, num, payment id, id
      `),
      'R-1',
    ),
  ),
  requiredColumn(
    dayColumn('payment_date', wordList('التاريخ, تاريخ السند, date, payment date, receipt date'), '{year}-02-10'),
  ),
  requiredColumn(party),
  requiredColumn(
    referenceColumn(
      'payment_method_id',
      wordList(`
        طريقة الدفع, وسيلة الدفع, الحساب, payment method, payment mode, mode, payment type, mode of payment,
        journal, deposit to, paid through, bank account
      `),
      'نقدي',
    ),
  ),
  requiredColumn(figureColumn('amount', wordList('المبلغ, القيمة, amount, total, payment amount'), '1,035.00')),
  referenceColumn('reference_id', documents, document),
  figureColumn(
    'reference_amount',
    wordList(`
    المبلغ المخصص, المسدد من الفاتورة, allocated amount, amount applied to invoice, amount applied to bill, bill amount
      applied, amount applied, invoice amount applied
  `),
    '500.00',
  ),
  textColumn('notes', wordList('ملاحظات, البيان, notes, memo, description')),
  currencyColumn,
  exchangeRateColumn,
  branchColumn,
  figureColumn('amount_base', ['المبلغ بالعملة الأساسية', 'base amount']),
  recordState(['payment status', 'حالة السند', 'حالة الدفعة']),
]
export const receiptColumns = [
  ...payment(customerColumn, wordList('رقم الفاتورة, الفاتورة, invoice number, invoice, invoice no'), 'A-1001'),
  figureColumn('fee', ['الرسوم', 'عمولة', 'fee', 'bank charges']),
  figureColumn('fee_tax', ['ضريبة الرسوم', 'fee tax']),
  orderColumn,
]
const withholdingBorne: ImportColumn = {
  key: 'withholding_borne',
  type: 'truth',
  fallback: 'no',
  example: 'no',
  heads: ['الضريبة متحمَّلة', 'tax borne by us', 'withholding borne', 'grossed up'],
}
export const expensePaymentColumns = [
  ...payment(
    supplierColumn,
    wordList(`
  رقم الفاتورة, فاتورة المورد, bill number, bill, bill no, invoice number
`),
    'B-77',
  ),
  figureColumn('withholding_rate', ['نسبة الاستقطاع', 'withholding rate', 'withholding tax rate']),
  choiceColumn('withholding_type', ['نوع الاستقطاع', 'withholding type', 'type of service'], withholdingWords),
  textColumn('withholding_certificate', ['شهادة الاتفاقية', 'treaty certificate', 'withholding certificate']),
  withholdingBorne,
  orderColumn,
]

const openingDate = requiredColumn(
  dayColumn('opening_date', ['تاريخ الافتتاح', 'تاريخ الأرصدة', 'opening date', 'as of'], '{year}-01-01'),
)
const opened = (rows: readonly ImportColumn[]): readonly ImportColumn[] => [openingDate, ...rows, branchColumn]
export const openingLineColumns = opened([
  account,
  debit,
  credit,
  sided(
    wordList(`
    الرصيد, الرصيد الختامي, المبلغ, balance, closing balance, net balance, amount
  `),
  ),
  sideColumn,
  { ...currencyColumn, example: '' },
  figureColumn('amount_currency', ['المبلغ بالعملة الأجنبية', 'foreign amount', 'amount in currency']),
])
const openItem = (party: ImportColumn): readonly ImportColumn[] =>
  opened([
    requiredColumn(party),
    textColumn(
      'number',
      wordList(`
        رقم الفاتورة, رقم المستند, invoice number, bill number, transaction number, transaction, document
        number, voucher no, invoice no, bill no, number, num, no, الرقم, المرجع, reference, invoice, bill
      `),
      'A-900',
    ),
    requiredColumn(
      dayColumn(
        'due_date',
        wordList(`
          تاريخ الاستحقاق, الاستحقاق, due date, التاريخ, تاريخ الفاتورة, date, invoice date, bill date,
          posting date
        `),
        '{year}-01-31',
      ),
    ),
    requiredColumn({
      ...figureColumn('amount', wordList('المبلغ, amount, invoice amount, total, الإجمالي'), '2,300.00'),
      before: wordList(`
        الرصيد, المتبقي, المبلغ المتبقي, المستحق, المبلغ المستحق, balance due, open balance, balance,
        outstanding, outstanding amount, amount due, open amount, residual, remaining
      `),
    }),
    currencyColumn,
    exchangeRateColumn,
  ])
export const openReceivableColumns = openItem(customerColumn)
export const openPayableColumns = openItem(supplierColumn)
const openCredit = (party: ImportColumn) => openItem(party).filter(({ key }) => key !== 'due_date')
export const openingCustomerCreditColumns = openCredit(customerColumn)
export const openingSupplierCreditColumns = openCredit(supplierColumn)
export const openingStockColumns = opened([
  requiredColumn(
    referenceColumn(
      'product_id',
      wordList(`
        الصنف, المنتج, رمز الصنف, product, item, item code, product code, sku, item name
      `),
      'P-1001',
    ),
  ),
  requiredColumn(
    figureColumn(
      'quantity',
      wordList(`
        الكمية, الكمية المتوفرة, الرصيد, quantity, qty, stock on hand, quantity on hand, on hand, balance qty,
        quantity available, closing quantity
      `),
      '10',
    ),
  ),
  lotsColumn,
  // One of both is enough.
  figureColumn(
    'unit_cost',
    wordList(`
        تكلفة الوحدة, متوسط التكلفة, التكلفة, unit cost, average cost, avg cost, valuation rate, cost
      `),
    '300.00',
  ),
  figureColumn(
    'value',
    wordList(`
      قيمة المخزون, إجمالي التكلفة, إجمالي القيمة, القيمة, inventory asset value, inventory value, stock value, balance value,
      asset value, total cost, total value, value
    `),
  ),
])
