import { orderColumn } from './column.ts'
import { branchColumn, dayColumn, figureColumn, referenceColumn, requiredColumn } from './column-kit.ts'
import { exchangeRateColumn } from './file-columns.ts'
import { type ImportColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

type Heads = { number: string; order: string; example: string; ordered: string }
/** Rows of a goods note of which something still waits for its document; the order is named by its number, the row by its item. */
const columnsOf = ({ number, order, example, ordered }: Heads): readonly ImportColumn[] => [
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
  figureColumn('value', wordList('القيمة, تكلفة البضاعة, value, cost')),
  exchangeRateColumn,
  branchColumn,
  textColumn('reference', wordList('المرجع, مرجع الطرف الآخر, reference')),
  textColumn('notes', wordList('ملاحظات, notes')),
  orderColumn,
]

export const deliveryNoteColumns = columnsOf({
  number: 'رقم السند, رقم سند التسليم, سند التسليم, delivery note number, delivery note, number',
  order: 'رقم الأمر, رقم أمر البيع, أمر البيع, sales order number, sales order, order number, order',
  ...{ example: 'D-1001', ordered: 'S-1001' },
})
export const goodsReceiptColumns = columnsOf({
  number: 'رقم السند, رقم سند الاستلام, سند الاستلام, goods receipt number, goods receipt, receipt number, number',
  order: 'رقم الأمر, رقم أمر الشراء, أمر الشراء, purchase order number, purchase order, order number, order',
  ...{ example: 'G-1001', ordered: 'P-1001' },
})
