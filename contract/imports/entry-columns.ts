import { orderColumn, rateColumn } from './column.ts'
import { advancesColumn, audienceColumn, costColumn, documentMemoColumns } from './history-columns.ts'
import type { ImportColumn } from './import-columns.ts'

const text = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  ...{ key, type: 'text', heads, example },
})
const reference = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  ...{ key, type: 'reference', heads, example },
})
const figure = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  ...{ key, type: 'figure', heads, example },
})
const day = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  ...{ key, type: 'day', heads, example },
})
const required = (column: ImportColumn): ImportColumn => ({ ...column, isRequired: true })

const currency = reference('currency_id', ['العملة', 'رمز العملة', 'currency', 'currency code'], 'SAR')
const branch = reference('branch_id', ['الفرع', 'branch', 'location'])
const costCenter = reference('cost_center_id', ['مركز التكلفة', 'cost center', 'project', 'analytic account'])
const customer = reference(
  'customer_id',
  ['العميل', 'اسم العميل', 'customer', 'customer name', 'partner', 'contact', 'invoice partner display name'],
  'شركة الأفق للتجارة',
)
const supplier = reference(
  'supplier_id',
  ['المورد', 'اسم المورد', 'supplier', 'vendor', 'vendor name', 'supplier name', 'partner', 'contact'],
  'شركة الأفق للتجارة',
)
const account = required(
  reference(
    'account_id',
    ['الحساب', 'رقم الحساب', 'رمز الحساب', 'اسم الحساب', 'account', 'account code', 'account number', 'account name'],
    '110102',
  ),
)
const debit = figure('debit', ['مدين', 'debit', 'dr', 'debit amount'], '1,150.00')
const credit = figure('credit', ['دائن', 'credit', 'cr', 'credit amount'])

export const journalColumns: readonly ImportColumn[] = [
  required(
    text(
      'journal_number',
      [
        'رقم القيد',
        'القيد',
        'رقم اليومية',
        'journal number',
        'entry number',
        'number',
        'journal id',
        'move',
        'reference number',
      ],
      'JV-1',
    ),
  ),
  required(
    day('journal_date', ['التاريخ', 'تاريخ القيد', 'date', 'journal date', 'entry date', 'posting date'], '2026-01-31'),
  ),
  text('description', ['البيان', 'الوصف', 'وصف القيد', 'الشرح', 'description', 'notes', 'memo', 'narration', 'label']),
  account,
  debit,
  credit,
  text('line_description', ['بيان السطر', 'وصف السطر', 'line description', 'line notes']),
  costCenter,
  customer,
  supplier,
  currency,
  branch,
  rateColumn,
  orderColumn,
]

const items: readonly ImportColumn[] = [
  required(
    reference(
      'product_id',
      ['الصنف', 'المنتج', 'رمز الصنف', 'اسم الصنف', 'product', 'item', 'item name', 'product code', 'sku', 'item code'],
      'P-1001',
    ),
  ),
  text('product_name', ['وصف البند', 'البيان', 'item description', 'item desc', 'line description', 'description']),
  required(figure('quantity', ['الكمية', 'quantity', 'qty'], '2')),
  required(figure('price', ['السعر', 'سعر الوحدة', 'unit price', 'price', 'rate', 'item price'], '450.00')),
  { ...figure('discount_amount', ['الخصم', 'مبلغ الخصم', 'discount', 'discount amount']) },
  {
    // A rate, or the name of a tax: zero rates differ in the return.
    ...reference(
      'tax_rate',
      [
        'الضريبة',
        'اسم الضريبة',
        'نوع الضريبة',
        'item tax',
        'tax name',
        'tax code',
        'taxes',
        'نسبة الضريبة',
        'ضريبة القيمة المضافة',
        'tax',
        'tax rate',
        'vat',
        'vat rate',
        'item tax %',
        'tax percentage',
      ],
      '15',
    ),
    fallback: '15',
  },
  costCenter,
]
const documentDiscounts: readonly ImportColumn[] = [
  figure('discount_percent', ['نسبة الخصم', 'discount %', 'discount percent']),
  figure('document_discount_amount', ['خصم الفاتورة', 'entity discount amount', 'invoice discount']),
  figure('document_discount_percent', ['نسبة خصم الفاتورة', 'entity discount percent', 'invoice discount %']),
]
const includesTax: ImportColumn = {
  ...{ key: 'prices_include_tax', type: 'truth', fallback: 'no', example: 'no' },
  heads: ['السعر شامل الضريبة', 'الأسعار شاملة الضريبة', 'is inclusive tax', 'tax inclusive', 'prices include tax'],
}
const due = day('due_date', ['تاريخ الاستحقاق', 'الاستحقاق', 'due date'], '2026-02-28')

export const invoiceColumns: readonly ImportColumn[] = [
  required(
    text(
      'invoice_number',
      ['رقم الفاتورة', 'الفاتورة', 'invoice number', 'invoice no', 'number', 'invoice id', 'reference'],
      'A-1001',
    ),
  ),
  required(day('invoice_date', ['تاريخ الفاتورة', 'التاريخ', 'invoice date', 'date', 'issue date'], '2026-01-31')),
  due,
  required(customer),
  ...items,
  ...documentDiscounts,
  includesTax,
  currency,
  branch,
  ...documentMemoColumns,
  audienceColumn,
  advancesColumn,
  costColumn,
  orderColumn,
]
export const advanceInvoiceColumns = invoiceColumns.filter(
  ({ key }) => !key.startsWith('spread_') && key !== 'advances' && key !== 'row_cost',
)
export const billColumns: readonly ImportColumn[] = [
  required(
    text(
      'bill_number',
      ['رقم الفاتورة', 'رقم فاتورة المورد', 'bill number', 'bill no', 'invoice number', 'number', 'reference'],
      'B-77',
    ),
  ),
  required(day('bill_date', ['تاريخ الفاتورة', 'التاريخ', 'bill date', 'invoice date', 'date'], '2026-01-31')),
  due,
  required(supplier),
  ...items,
  ...documentDiscounts,
  includesTax,
  currency,
  branch,
  ...documentMemoColumns,
  orderColumn,
]

const payment = (party: ImportColumn, documents: readonly string[]): readonly ImportColumn[] => [
  required(
    text(
      'payment_number',
      [
        'رقم السند',
        'رقم الدفعة',
        'السند',
        'payment number',
        'voucher number',
        'receipt number',
        'number',
        'payment id',
      ],
      'R-1',
    ),
  ),
  required(day('payment_date', ['التاريخ', 'تاريخ السند', 'date', 'payment date', 'receipt date'], '2026-02-10')),
  required(party),
  required(
    reference('payment_method_id', [
      'طريقة الدفع',
      'وسيلة الدفع',
      'الحساب',
      'payment method',
      'payment mode',
      'mode',
      'deposit to',
      'paid through',
    ]),
  ),
  required(figure('amount', ['المبلغ', 'القيمة', 'amount', 'total', 'payment amount'], '1,150.00')),
  reference('reference_id', documents),
  figure('reference_amount', [
    'المبلغ المخصص',
    'المسدد من الفاتورة',
    'allocated amount',
    'amount applied',
    'invoice amount applied',
  ]),
  text('notes', ['ملاحظات', 'البيان', 'notes', 'memo', 'description']),
  currency,
  branch,
  rateColumn,
  figure('amount_base', ['المبلغ بالعملة الأساسية', 'base amount']),
]
export const receiptColumns = [
  ...payment(customer, ['رقم الفاتورة', 'الفاتورة', 'invoice number', 'invoice', 'invoice no']),
  figure('fee', ['الرسوم', 'عمولة', 'fee', 'bank charges']),
  figure('fee_tax', ['ضريبة الرسوم', 'fee tax']),
  orderColumn,
]
export const expensePaymentColumns = [
  ...payment(supplier, ['رقم الفاتورة', 'فاتورة المورد', 'bill number', 'bill', 'bill no', 'invoice number']),
  figure('withholding_rate', ['نسبة الاستقطاع', 'withholding rate', 'withholding tax rate']),
  orderColumn,
]

const openingDate = required(
  day('opening_date', ['تاريخ الافتتاح', 'تاريخ الأرصدة', 'opening date', 'as of'], '2026-01-01'),
)
const opened = (rows: readonly ImportColumn[]): readonly ImportColumn[] => [openingDate, ...rows, branch]
export const openingLineColumns = opened([
  account,
  debit,
  credit,
  { ...currency, example: '' },
  figure('amount_currency', ['المبلغ بالعملة الأجنبية', 'foreign amount', 'amount in currency']),
])
const openItem = (party: ImportColumn): readonly ImportColumn[] =>
  opened([
    required(party),
    text('number', ['رقم الفاتورة', 'الرقم', 'invoice number', 'bill number', 'number', 'document number'], 'A-900'),
    required(
      day('due_date', ['تاريخ الاستحقاق', 'التاريخ', 'due date', 'date', 'invoice date', 'bill date'], '2025-12-31'),
    ),
    required(
      figure(
        'amount',
        ['الرصيد', 'المبلغ', 'المتبقي', 'balance', 'amount', 'balance due', 'open amount', 'residual'],
        '2,300.00',
      ),
    ),
    currency,
    rateColumn,
  ])
export const openReceivableColumns = openItem(customer)
export const openPayableColumns = openItem(supplier)
const openCredit = (party: ImportColumn) => openItem(party).filter(({ key }) => key !== 'due_date')
export const openingCustomerCreditColumns = openCredit(customer)
export const openingSupplierCreditColumns = openCredit(supplier)
export const openingStockColumns = opened([
  required(
    reference(
      'product_id',
      ['الصنف', 'المنتج', 'رمز الصنف', 'product', 'item', 'item code', 'product code', 'sku', 'item name'],
      'P-1001',
    ),
  ),
  required(figure('quantity', ['الكمية', 'الرصيد', 'quantity', 'qty', 'stock on hand', 'quantity on hand'], '10')),
  required(
    figure('unit_cost', ['تكلفة الوحدة', 'التكلفة', 'متوسط التكلفة', 'unit cost', 'cost', 'average cost'], '300.00'),
  ),
])
