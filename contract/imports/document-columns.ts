import {
  branchColumn,
  costCenterColumn,
  currencyColumn,
  customerColumn,
  dayColumn,
  figureColumn,
  lotsColumn,
  orderColumn,
  placeColumn,
  referenceColumn,
  requiredColumn,
  rowUnitColumn,
  supplierColumn,
} from './column-kit.ts'
import { documentFacts } from './file-columns.ts'
import { advancesColumn, audienceColumn, costColumn, documentMemoColumns, retentionColumns } from './history-columns.ts'
import { type ImportColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

export const itemColumns: readonly ImportColumn[] = [
  requiredColumn(
    referenceColumn(
      'product_id',
      wordList(`
        الصنف, المنتج, رمز الصنف, كود الصنف, اسم الصنف, اسم المنتج, البند, item, product, item name, product
        name, product/service, item code, product code, inventory item code, sku, internal reference
      `),
      'P-1001',
    ),
  ),
  textColumn(
    'product_name',
    wordList(`
    وصف البند, البيان, الوصف, item description, item desc, line description, description, label,
    product/service description, memo
  `),
  ),
  requiredColumn(figureColumn('quantity', wordList('الكمية, كمية, العدد, quantity, qty, item quantity'), '2')),
  rowUnitColumn,
  requiredColumn(
    figureColumn(
      'price',
      wordList(`
        سعر الوحدة, السعر, unit price, item price, unit amount, price unit, price, rate, unit cost, price per
        unit, سعر البيع, سعر الشراء
      `),
      '450.00',
    ),
  ),
  {
    ...figureColumn('discount_amount', wordList('مبلغ الخصم, قيمة الخصم, discount amount, الخصم, discount, خصم')),
    percentTo: 'discount_percent',
    before: ['مبلغ الخصم', 'قيمة الخصم', 'discount amount'],
  },
  {
    // A rate, or the name of a tax: zero rates differ in the return.
    ...referenceColumn(
      'tax_rate',
      wordList(`
        الضريبة, اسم الضريبة, نوع الضريبة, item tax, tax name, tax code, taxes, نسبة الضريبة, ضريبة القيمة
        المضافة, tax, tax rate, vat, vat rate, item tax %, tax percentage, tax type, tax treatment, tax 1,
        نسبة الضريبة %, ضريبة, رمز الضريبة
      `),
      '15',
    ),
    fallback: '15',
    isAskedWhereEmpty: true,
    isRate: true,
    isOfRecord: true,
  },
  costCenterColumn,
]
/** Programs that enter by account have rows without an item: each account has one item for them. */
const accountOfRow: ImportColumn = {
  ...referenceColumn(
    'account_id',
    wordList(`
      الحساب, رمز الحساب, حساب المصروف, حساب الإيراد, account, account code, account name, expense account, income account
    `),
  ),
  unless: 'product_id',
}
/** Amounts of the whole document that are rows here. The user says of which item, and with which tax. */
const charges: readonly ImportColumn[] = [
  figureColumn(
    'shipping_amount',
    wordList('رسوم الشحن, رسوم التوصيل, shipping charge, shipping charges, delivery charge, freight charge'),
  ),
  figureColumn('adjustment_amount', wordList('التسوية, فرق التقريب, adjustment, round off')),
  referenceColumn('charge_product_id', wordList('بند الرسوم, item of charges')),
  referenceColumn(
    'charge_tax_rate',
    wordList('ضريبة الشحن, shipping charge tax, shipping charge tax %, tax of charges'),
  ),
]
export const discountColumns: readonly ImportColumn[] = [
  figureColumn(
    'discount_percent',
    wordList(`
    نسبة الخصم, الخصم %, خصم %, discount %, disc %, discount percent, discount rate, discount percentage
  `),
  ),
  figureColumn('document_discount_amount', [
    'خصم الفاتورة',
    'entity discount amount',
    'invoice discount',
    'additional discount amount',
  ]),
  figureColumn('document_discount_percent', [
    'نسبة خصم الفاتورة',
    'entity discount percent',
    'invoice discount %',
    'additional discount percentage',
  ]),
]
export const includesTax: ImportColumn = {
  key: 'prices_include_tax',
  type: 'truth',
  fallback: 'no',
  example: 'no',
  heads: wordList(`
    السعر شامل الضريبة, الأسعار شاملة الضريبة, شامل الضريبة, is inclusive tax, tax inclusive, prices include
    tax, amounts are, line amount types, tax amount type, included in price, is tax inclusive
  `),
}
const due = dayColumn(
  'due_date',
  wordList(`
    تاريخ الاستحقاق, الاستحقاق, due date, payment due date, invoice date due, maturity date
  `),
  '{year}-02-28',
)

export const invoiceColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn(
      'invoice_number',
      wordList(`
        رقم الفاتورة, الفاتورة, invoice number, invoice no, invoice #, document number, number, num, رقم
        المستند, الرقم المرجعي, invoice, invoice id, reference, id
      `),
      'A-1001',
    ),
  ),
  requiredColumn(
    dayColumn(
      'invoice_date',
      wordList(`
        تاريخ الفاتورة, تاريخ الإصدار, التاريخ, invoice date, invoice/bill date, issue date, posting date,
        transaction date, date
      `),
      '{year}-01-31',
    ),
  ),
  due,
  requiredColumn(customerColumn),
  ...itemColumns,
  lotsColumn,
  accountOfRow,
  ...charges,
  ...discountColumns,
  includesTax,
  currencyColumn,
  branchColumn,
  placeColumn,
  ...documentFacts(['invoice status', 'حالة الفاتورة']),
  ...documentMemoColumns('sales'),
  ...retentionColumns,
  audienceColumn,
  advancesColumn,
  costColumn,
  orderColumn,
]
export const advanceInvoiceColumns = invoiceColumns
  .filter((column) => ![accountOfRow, ...charges].includes(column))
  .filter(
    ({ key }) =>
      !key.startsWith('spread_') &&
      !key.startsWith('retention_') &&
      !['advances', 'row_cost', 'place_id', 'lots'].includes(key),
  )
  .map((column) => (column.key === 'invoice_number' ? { ...column, example: 'ADV-1' } : column))
export const billColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn(
      'bill_number',
      wordList(`
        رقم فاتورة المورد, رقم الفاتورة, supplier invoice no, vendor invoice number, bill number, bill no,
        bill #, invoice number, invoice no, number, num, الرقم المرجعي, bill, reference, bill id, id
      `),
      'B-77',
    ),
  ),
  requiredColumn(
    dayColumn(
      'bill_date',
      wordList(`
        تاريخ الفاتورة, تاريخ الإصدار, التاريخ, bill date, invoice/bill date, invoice date, issue date,
        posting date, transaction date, date
      `),
      '{year}-01-31',
    ),
  ),
  due,
  requiredColumn(supplierColumn),
  ...itemColumns,
  lotsColumn,
  accountOfRow,
  ...charges,
  ...discountColumns,
  includesTax,
  currencyColumn,
  branchColumn,
  placeColumn,
  ...documentFacts(['bill status', 'invoice status', 'حالة الفاتورة']),
  ...documentMemoColumns('purchases'),
  ...retentionColumns,
  orderColumn,
]
