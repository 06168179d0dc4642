import { type ImportColumn, statusColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

/** How a product is tracked. An empty cell leaves it as it is. */
const trackingColumns: readonly ImportColumn[] = [
  {
    key: 'tracking',
    type: 'choice',
    choices: {
      batch: wordList('batch, lot, by batch, تشغيلة, بالتشغيلة, دفعة, بالدفعة'),
      serial: wordList('serial, serial number, by serial number, رقم تسلسلي, بالرقم التسلسلي'),
    },
    example: '',
    heads: wordList('التتبع, تتبع المخزون, tracking, inventory tracking, track by'),
  },
  {
    key: 'tracks_expiry',
    type: 'truth',
    example: '',
    heads: wordList('له تاريخ انتهاء, tracks expiry, has expiry date'),
  },
]

const productTypes = {
  product: wordList(`
    منتج, سلعة, صنف مخزني, مخزون, بضاعة, product, goods, inventory, stockable, storable product, item, good,
    consumable, inventory item, stock item, inventory part, منتجات, مخزني, بضائع
  `),
  service: wordList(`
    خدمة, خدمات, خدمي, service, services, non inventory, non stock, non inventory item
  `),
} as const

export const productColumns: readonly ImportColumn[] = [
  {
    ...textColumn(
      'code',
      wordList(`
        الرمز, رمز المنتج, رمز الصنف, رقم الصنف, الكود, كود, code, item code, product code, item number, item
        no, product no, internal reference, default code, sku, كود الصنف, كود المنتج, رقم المنتج, item id, id
      `),
      'P-1001',
    ),
    isRequired: true,
  },
  {
    ...textColumn(
      'name',
      wordList(`
        الاسم, اسم المنتج, اسم الصنف, الصنف, المنتج, item name, product name, product/service name, name,
        product/service, item, product
      `),
      'كرسي مكتب',
    ),
    isRequired: true,
  },
  textColumn('name_en', ['الاسم بالإنجليزية', 'english name', 'name en'], 'Office chair'),
  textColumn('sku', wordList('رمز التخزين, sku'), 'CH-01'),
  textColumn('barcodes', wordList('الباركود, باركود, الباركودات, barcode, barcodes, ean, upc, gtin'), '6281000000014'),
  textColumn(
    'description',
    wordList(`
    الوصف, البيان, description, sales description, item desc, sales description
  `),
  ),
  {
    key: 'product_type_id',
    type: 'choice',
    choices: productTypes,
    fallback: 'product',
    example: 'product',
    heads: wordList(`
      النوع, نوع المنتج, نوع الصنف, product type, detailed type, item type, type
    `),
  },
  {
    key: 'product_category_id',
    type: 'reference',
    example: 'عام',
    heads: wordList(`
      التصنيف, الفئة, المجموعة, تصنيف, فئة, category, product category, category name, item group, item
      category, group, stock group
    `),
  },
  {
    key: 'unit_id',
    type: 'reference',
    example: 'PCE',
    heads: wordList(`
      الوحدة, وحدة القياس, وحدة, unit, usage unit, uom, unit of measure, default unit of measure, unit type,
      unit name, stock uom, units
    `),
  },
  {
    key: 'sale_price',
    type: 'figure',
    fallback: '0',
    example: '450.00',
    heads: wordList(`
      سعر البيع, سعر المبيع, السعر, sale price, sales price, selling price, sales unit price, list price,
      standard selling rate, sales price/rate, unit price, price, rate
    `),
  },
  {
    key: 'purchase_price',
    type: 'figure',
    fallback: '0',
    example: '300.00',
    heads: wordList(`
      سعر الشراء, التكلفة, سعر التكلفة, purchase price, purchase rate, buying price, purchases unit price,
      cost, cost price, purchase cost, unit cost, valuation rate, standard price
    `),
  },
  {
    key: 'apply_tax',
    type: 'truth',
    fallback: 'yes',
    example: 'yes',
    heads: wordList('خاضع للضريبة, تطبيق الضريبة, taxable, apply tax, is taxable'),
  },
  {
    key: 'reorder_point',
    type: 'figure',
    example: '20',
    heads: wordList(`
      حد الطلب, نقطة إعادة الطلب, حد إعادة الطلب, الحد الأدنى, reorder point, reorder level, minimum stock,
      minimum quantity, min quantity
    `),
  },
  {
    key: 'reorder_quantity',
    type: 'figure',
    example: '50',
    heads: wordList('كمية الطلب, كمية إعادة الطلب, reorder quantity, reorder qty, order quantity'),
  },
  {
    key: 'weight',
    type: 'figure',
    example: '',
    heads: wordList('الوزن, وزن الوحدة, weight, unit weight, item weight'),
  },
  {
    key: 'unlimited_quantity',
    type: 'truth',
    fallback: 'no',
    example: 'no',
    heads: ['كمية غير محدودة', 'unlimited quantity', 'not tracked'],
  },
  {
    key: 'income_account_id',
    type: 'reference',
    example: '',
    heads: wordList(`
      حساب المبيعات, حساب الإيراد, sales account, income account, account code, account
    `),
  },
  {
    key: 'expense_account_id',
    type: 'reference',
    example: '',
    heads: wordList(`
      حساب المشتريات, حساب المصروف, حساب التكلفة, purchase account, purchases account, expense account,
      purchase account code, cogs account
    `),
  },
  statusColumn,
  ...trackingColumns,
]
