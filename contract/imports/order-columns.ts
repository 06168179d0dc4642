import { type CostBasis, costBases } from '#ledger/goods/landed-cost.ts'
import {
  branchColumn,
  choiceColumn,
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
import { discountColumns, includesTax, itemColumns } from './document-columns.ts'
import { exchangeRateColumn } from './file-columns.ts'
import { type ImportColumn, statusColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

const draft = wordList('draft, open, new, مسودة, جديد')
const stateColumn = (choices: NonNullable<ImportColumn['choices']>, example = ''): ImportColumn =>
  choiceColumn('status', wordList('الحالة, حالة المستند, status, state'), choices, example)
// The template of goods notes moves what these agreed.
const orderState = stateColumn(
  { draft, confirmed: wordList('confirmed, approved, sent, sale, purchase, to invoice, to bill, مؤكد, معتمد, مرسل') },
  'confirmed',
)

type Heads = { number: string; date: string; example: string }
/** The rows of an order, with the columns of a document's rows; only what is still open of it is written. */
const columnsOf = (
  { number, date, example }: Heads,
  party: ImportColumn,
  until: ImportColumn,
  state: ImportColumn,
): readonly ImportColumn[] => [
  requiredColumn(textColumn('number', wordList(number), example)),
  requiredColumn(dayColumn('order_date', wordList(date), '{year}-01-31')),
  until,
  requiredColumn(party),
  ...itemColumns,
  ...discountColumns,
  includesTax,
  currencyColumn,
  branchColumn,
  placeColumn,
  state,
  textColumn('po_number', wordList('رقم طلب العميل, رقم أمر الشراء, customer order no, customer reference, po number')),
  textColumn('payment_terms', wordList('شروط السداد, شروط الدفع, payment terms, terms')),
  textColumn('notes', wordList('ملاحظات, notes, customer notes')),
  orderColumn,
]

const wanted = dayColumn(
  'wanted_on',
  wordList('مطلوب في, تاريخ التسليم, تاريخ التوريد, delivery date, expected date, required date, shipment date'),
)

export const quotationColumns = columnsOf(
  {
    number: 'رقم العرض, رقم عرض السعر, عرض السعر, quotation number, quote number, estimate number, quotation, number',
    date: 'تاريخ العرض, التاريخ, quotation date, quote date, estimate date, transaction date, date',
    example: 'Q-1001',
  },
  customerColumn,
  requiredColumn(
    dayColumn(
      'valid_until',
      wordList('صالح حتى, تاريخ الانتهاء, valid until, valid till, expiry date, expiration'),
      '{year}-12-31',
    ),
  ),
  stateColumn({
    draft,
    sent: wordList('sent, submitted, مرسل'),
    accepted: wordList('accepted, won, مقبول'),
    declined: wordList('declined, lost, rejected, مرفوض'),
  }),
)
export const salesOrderColumns = columnsOf(
  {
    number: 'رقم الأمر, رقم أمر البيع, أمر البيع, sales order number, salesorder number, order number, order, number',
    date: 'تاريخ الأمر, التاريخ, order date, transaction date, date',
    example: 'S-1001',
  },
  customerColumn,
  wanted,
  orderState,
)
export const purchaseOrderColumns = columnsOf(
  {
    number: 'رقم الأمر, رقم أمر الشراء, أمر الشراء, purchase order number, order number, order, number',
    date: 'تاريخ الأمر, التاريخ, order date, purchase order date, transaction date, date',
    example: 'P-1001',
  },
  supplierColumn,
  wanted,
  orderState,
).filter(({ key }) => key !== 'po_number')

type NoteHeads = { number: string; order: string; example: string; ordered: string }
/** Rows of a goods note of which something still waits for its document; the order is named by its number, the row by its item. */
const noteColumnsOf = ({ number, order, example, ordered }: NoteHeads): readonly ImportColumn[] => [
  requiredColumn(textColumn('number', wordList(number), example)),
  requiredColumn(
    dayColumn('note_date', wordList('تاريخ السند, التاريخ, note date, delivery date, date'), '{year}-02-03'),
  ),
  requiredColumn(textColumn('order_number', wordList(order), ordered)),
  requiredColumn(
    referenceColumn(
      'product_id',
      wordList('الصنف, المنتج, رمز الصنف, product, item, product code, item code'),
      'P-1001',
    ),
  ),
  requiredColumn(figureColumn('quantity', wordList('الكمية, quantity, qty'), '2')),
  rowUnitColumn,
  lotsColumn,
  figureColumn('value', wordList('القيمة, تكلفة البضاعة, value, cost')),
  exchangeRateColumn,
  branchColumn,
  placeColumn,
  textColumn('reference', wordList('المرجع, مرجع الطرف الآخر, reference')),
  textColumn('notes', wordList('ملاحظات, notes')),
  orderColumn,
]

export const deliveryNoteColumns = noteColumnsOf({
  number: 'رقم السند, رقم سند التسليم, سند التسليم, delivery note number, delivery note, number',
  order: 'رقم الأمر, رقم أمر البيع, أمر البيع, sales order number, sales order, order number, order',
  example: 'D-1001',
  ordered: 'S-1001',
})
export const goodsReceiptColumns = noteColumnsOf({
  number: 'رقم السند, رقم سند الاستلام, سند الاستلام, goods receipt number, goods receipt, receipt number, number',
  order: 'رقم الأمر, رقم أمر الشراء, أمر الشراء, purchase order number, purchase order, order number, order',
  example: 'G-1001',
  ordered: 'P-1001',
})

const audience = choiceColumn(
  'audience',
  wordList('لمن, الفئة, audience, for'),
  {
    customers: wordList('customers, chosen customers, عملاء محددون, عملاء'),
    branch: wordList('branch, a branch, فرع'),
    everyone: wordList('everyone, all, الجميع, الكل'),
  },
  'everyone',
)

/** Rows of a price list: each names an item with its price, or a customer whom the list is for. */
export const priceListColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn('name', wordList('القائمة, اسم القائمة, قائمة الأسعار, price list, list, name'), 'أسعار الجملة'),
  ),
  textColumn('name_en', wordList('الاسم بالإنجليزية, english name, name in english'), 'Wholesale'),
  { ...audience, fallback: 'everyone' },
  referenceColumn('product_id', wordList('الصنف, المنتج, رمز الصنف, product, item, item code, product code'), 'P-1001'),
  rowUnitColumn,
  figureColumn('from_quantity', wordList('من كمية, أقل كمية, from quantity, minimum quantity, min qty'), '10'),
  figureColumn('price', wordList('السعر, price, rate, unit price'), '90'),
  figureColumn('percent_off', wordList('نسبة الخصم, percent off, discount percent')),
  { ...customerColumn, example: '' },
  currencyColumn,
  includesTax,
  branchColumn,
  { ...dayColumn('starts_on', wordList('من تاريخ, يسري من, valid from, from date')), isOfMaster: true },
  { ...dayColumn('ends_on', wordList('حتى تاريخ, يسري حتى, valid until, valid upto, until')), isOfMaster: true },
  statusColumn,
]

const placeNamed = (key: string, heads: string, example: string) =>
  requiredColumn(referenceColumn(key, wordList(heads), example))
export const transferColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn(
      'transfer_number',
      wordList('رقم التحويل, التحويل, transfer number, transfer order number, number'),
      'TR-1',
    ),
  ),
  requiredColumn(dayColumn('transfer_date', wordList('تاريخ التحويل, التاريخ, transfer date, date'), '{year}-03-05')),
  placeNamed('from_place_id', 'من مستودع, من, source, from warehouse, source warehouse', 'المستودع الرئيسي'),
  placeNamed('to_place_id', 'إلى مستودع, إلى, to, to warehouse, destination warehouse', 'معرض جدة'),
  requiredColumn(
    referenceColumn(
      'product_id',
      wordList('الصنف, المنتج, رمز الصنف, product, item, item name, product code, sku, item code'),
      'P-1001',
    ),
  ),
  requiredColumn(
    figureColumn('quantity', wordList('الكمية, الكمية المحولة, quantity, qty, quantity transferred'), '4'),
  ),
  rowUnitColumn,
  lotsColumn,
  { key: 'in_transit', type: 'truth', fallback: 'no', example: 'no', heads: wordList('في الطريق, in transit') },
  textColumn('sent_with', wordList('استلام للتحويل, received of, receipt of transfer')),
  textColumn('notes', wordList('ملاحظات, notes')),
  orderColumn,
]

const basisWords: Record<CostBasis, readonly string[]> = {
  value: ['القيمة', 'value'],
  quantity: ['الكمية', 'quantity'],
  weight: ['الوزن', 'weight'],
}
const bases = Object.fromEntries(costBases.map((basis) => [basis, basisWords[basis]]))

/** Costs of bills that goods bear: a line for each row of goods. */
export const landedCostColumns: readonly ImportColumn[] = [
  requiredColumn(
    textColumn('document_number', ['رقم فاتورة التكلفة', 'رقم الفاتورة', 'bill number', 'cost bill'], 'B-90'),
  ),
  { ...referenceColumn('supplier_id', ['مورد التكلفة', 'المورد', 'supplier', 'cost supplier']), example: '' },
  requiredColumn(figureColumn('line_number', ['سطر الفاتورة', 'bill row', 'row'], '1')),
  requiredColumn(dayColumn('cost_date', ['التاريخ', 'date', 'cost date'], '{year}-02-20')),
  textColumn('part', ['الجزء', 'part', 'part of the row']),
  figureColumn('amount', ['مبلغ التكلفة', 'amount', 'cost amount']),
  requiredColumn(choiceColumn('basis', ['التوزيع', 'basis', 'spread by'], bases, 'value')),
  textColumn('goods_bill_number', ['فاتورة البضاعة', 'bill of the goods', 'goods bill'], 'B-77'),
  { ...referenceColumn('goods_supplier_id', ['مورد البضاعة', 'supplier of the goods', 'goods supplier']), example: '' },
  textColumn('receipt_number', ['سند الاستلام', 'goods receipt', 'receipt number']),
  requiredColumn(figureColumn('goods_row', ['سطر البضاعة', 'row of the goods', 'goods row'], '1')),
  figureColumn('weight', ['الوزن', 'weight']),
  orderColumn,
]
