import { type ImportColumn, statusColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

/** A unit of a product is known by its product, its name and its content. */
export const productUnitColumns: readonly ImportColumn[] = [
  {
    key: 'product_id',
    type: 'reference',
    isRequired: true,
    example: 'P-1001',
    heads: wordList('الصنف, المنتج, رمز الصنف, كود الصنف, product, item, item code, product code'),
  },
  {
    key: 'unit_id',
    type: 'reference',
    isRequired: true,
    example: 'BOX',
    heads: wordList('الوحدة, وحدة القياس, unit, uom, unit of measure'),
  },
  {
    key: 'content',
    type: 'figure',
    isRequired: true,
    example: '12',
    heads: wordList('تحتوي على, المحتوى, معامل التحويل, contains, content, conversion factor, factor'),
  },
  { key: 'sale_price', type: 'figure', example: '', heads: wordList('سعر البيع, sale price, selling price') },
  { key: 'purchase_price', type: 'figure', example: '', heads: wordList('سعر الشراء, purchase price, cost') },
  textColumn('barcodes', wordList('الباركود, باركود, barcode, barcodes, ean, upc, gtin')),
  {
    key: 'usual_for_sales',
    type: 'truth',
    fallback: 'no',
    example: 'no',
    heads: wordList('معتادة في المبيعات, usual in sales, default sales unit'),
  },
  {
    key: 'usual_for_purchases',
    type: 'truth',
    fallback: 'no',
    example: 'no',
    heads: wordList('معتادة في المشتريات, usual in purchases, default purchase unit'),
  },
  statusColumn,
]
