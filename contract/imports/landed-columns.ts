import { type CostBasis, costBases } from '#ledger/posting/landed-cost.ts'
import { choiceColumn as choice, orderColumn } from './column.ts'
import {
  dayColumn as day,
  figureColumn as figure,
  referenceColumn as reference,
  requiredColumn as required,
} from './column-kit.ts'
import { type ImportColumn, textColumn as text } from './import-columns.ts'

const words: Record<CostBasis, readonly string[]> = {
  value: ['القيمة', 'value'],
  quantity: ['الكمية', 'quantity'],
  weight: ['الوزن', 'weight'],
}
const bases = Object.fromEntries(costBases.map((basis) => [basis, words[basis]]))

/** Costs of bills that goods bear: a line for each row of goods. */
export const landedCostColumns: readonly ImportColumn[] = [
  required(text('document_number', ['رقم فاتورة التكلفة', 'رقم الفاتورة', 'bill number', 'cost bill'], 'B-90')),
  { ...reference('supplier_id', ['مورد التكلفة', 'المورد', 'supplier', 'cost supplier']), example: '' },
  required(figure('line_number', ['سطر الفاتورة', 'bill row', 'row'], '1')),
  required(day('cost_date', ['التاريخ', 'date', 'cost date'], '{year}-02-20')),
  required(choice('basis', ['التوزيع', 'basis', 'spread by'], bases, 'value')),
  text('goods_bill_number', ['فاتورة البضاعة', 'bill of the goods', 'goods bill'], 'B-77'),
  { ...reference('goods_supplier_id', ['مورد البضاعة', 'supplier of the goods', 'goods supplier']), example: '' },
  text('receipt_number', ['سند الاستلام', 'goods receipt', 'receipt number']),
  required(figure('goods_row', ['سطر البضاعة', 'row of the goods', 'goods row'], '1')),
  figure('weight', ['الوزن', 'weight']),
  orderColumn,
]
