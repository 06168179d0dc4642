import type { partyTypes } from '../parties.ts'
import { wordList } from './word-list.ts'

/** What a column takes: text, a figure in any notation, a day in any notation, one of some words, yes or no, or a record by its name or code. */
export type ImportColumn = {
  /** The field of the call that takes it, and the key of its words. */
  key: string
  type: 'text' | 'figure' | 'day' | 'choice' | 'truth' | 'reference'
  /** Headings of other programs, in addition to our own labels in both languages. The most specific first. */
  heads: readonly string[]
  /** Headings that are preferred to our own labels: the balance of an invoice, not its amount. */
  before?: readonly string[]
  isRequired?: true
  /** The meaning of an empty cell. */
  fallback?: string
  /** The fallback applies only to files without the column. An empty cell in the column is refused. */
  isAskedWhereEmpty?: true
  /** The column that receives the figure if it has a percent sign. */
  percentTo?: string
  /** A rate. Spreadsheets store 15 % as 0.15. */
  isRate?: true
  /** A day in the data of a master: its file has no totals, and no texts between its rows. */
  isOfMaster?: true
  /** Debit and credit in one column: 500 Dr, 500 Cr, or the sign. */
  isSided?: true
  /** Ignored in a row where this column is filled. */
  unless?: string
  /** Said once for a record: further rows with an empty cell have that of the first row, if the file has a total that confirms it. */
  isOfRecord?: true
  /** The column that receives the heading instead, if no cell has one of the choices of this one. */
  otherwise?: string
  /** The values of a choice with the words other programs use for them. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** The cell of the template; `{year}` is the current year. */
  example: string
  /** The cells of further rows of the template. */
  moreExamples?: readonly string[]
}

const statuses = {
  active: wordList('نشط, فعال, مفعل, مفعلة, active, enabled, 1, true, yes, نعم'),
  inactive: wordList(`
    غير نشط, غير فعال, غير مفعل, غير مفعلة, موقوف, معطل, inactive, disabled, archived, 0, false, no, لا
  `),
} as const
export const statusColumn: ImportColumn = {
  key: 'status',
  type: 'choice',
  fallback: 'active',
  choices: statuses,
  example: 'active',
  heads: wordList('الحالة, حالة, status, active, نشط, is active'),
}

const typeWords: Record<(typeof partyTypes)[number], readonly string[]> = {
  individual: wordList('فرد, شخص, أفراد, individual, person, b2c, false'),
  company: wordList(`
    شركة, شركات, منشأة تجارية, company, business, b2b, corporate, organization, true
  `),
  establishment: ['مؤسسة', 'منشأة', 'establishment', 'sole proprietorship'],
}

export const textColumn = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  key,
  type: 'text',
  heads,
  example,
})

export const partyColumns: readonly ImportColumn[] = [
  {
    ...textColumn(
      'name',
      wordList(`
        الاسم, contact name, client name, name, full name, اسم جهة الاتصال, جهة الاتصال,
        first name + last name, الاسم الأول + اسم العائلة
      `),
      'شركة الأفق للتجارة',
    ),
    isRequired: true,
    // The name of a company comes before that of the person who is its contact.
    before: wordList(`
      اسم العميل, اسم المورد, customer name, supplier name, vendor name, display name, complete name, client business name,
      اسم المنظمة, اسم المنشأة, اسم الشركة, الاسم التجاري, organization name, organisation name, business name, company name,
      العميل, المورد, customer, supplier, vendor, company
    `),
  },
  textColumn(
    'name_en',
    wordList(`
      الاسم بالإنجليزية, الاسم الإنجليزي, الاسم بالانجليزي, english name, name en, name in english, foreign
      name
    `),
    'Horizon Trading Co.',
  ),
  {
    ...textColumn(
      'email',
      wordList(`
        البريد, البريد الإلكتروني, بريد إلكتروني, الإيميل, ايميل, email, e-mail, email id, email address, main
        email
      `),
      'ap@horizon.example.sa',
    ),
    isRequired: true,
  },
  textColumn(
    'mobile',
    wordList(`
      الجوال, رقم الجوال, جوال, mobile, mobile phone, mobile no, mobile number, cell
    `),
    '0501234567',
  ),
  textColumn('phone', wordList('الهاتف, رقم الهاتف, هاتف, phone, telephone, phone number'), '0112345678'),
  {
    key: 'type',
    type: 'choice',
    choices: typeWords,
    fallback: 'company',
    example: 'company',
    heads: wordList(`
      نوع العميل, نوع المورد, النوع, customer sub type, customer type, supplier type, company type, business
      type, is a company, type
    `),
  },
  {
    ...statusColumn,
    choices: { ...statuses, pending: ['قيد الانتظار', 'pending'], blocked: ['محظور', 'blocked'] },
  },
  textColumn(
    'tax_number',
    wordList(`
      الرقم الضريبي, رقم التسجيل الضريبي, الرقم الضريبي للعميل, vat number, vat registration number, tax
      number, tax id, trn, vat no, tax registration number, vat, vat id, vat reg no, trn number, رقم ضريبي,
      الرقم الضريبى
    `),
    '310123456700003',
  ),
  textColumn(
    'commercial_registration',
    wordList(`
      السجل التجاري, رقم السجل التجاري, commercial registration, cr number, cr no, company registration
    `),
    '1010123456',
  ),
  {
    key: 'country_id',
    type: 'reference',
    example: 'SA',
    heads: wordList(`
      الدولة, البلد, billing country, country, po country, country code, billing country code
    `),
  },
  { key: 'city_id', type: 'reference', example: 'الرياض', heads: ['المدينة', 'billing city', 'city', 'po city'] },
  textColumn('city_name', ['مدينة أخرى', 'another city', 'city name'], 'Austin'),
  textColumn('building_number', ['رقم المبنى', 'building number', 'building no'], '2345'),
  textColumn(
    'street',
    wordList(`
      الشارع, اسم الشارع, billing street, street, street name, billing address, address line 1, po address
      line 1
    `),
    'طريق الملك فهد',
  ),
  textColumn('district', ['الحي', 'district', 'neighborhood'], 'العليا'),
  textColumn(
    'postal_code',
    wordList(`
      الرمز البريدي, billing code, postal code, zip, zip code, po postal code, postcode, billing zip
    `),
    '12214',
  ),
  textColumn('additional_number', ['الرقم الإضافي', 'additional number', 'secondary number'], '7788'),
  textColumn('address', wordList('العنوان, عنوان, address, full address, primary address'), 'الرياض، العليا'),
  {
    key: 'payment_terms_days',
    type: 'reference',
    example: '30',
    heads: wordList(`
      مدة السداد, أيام السداد, شروط الدفع, payment terms days, payment terms, credit days, terms
    `),
  },
]

/** Customers, with how much they may owe. */
export const customerColumns: readonly ImportColumn[] = [
  ...partyColumns,
  {
    key: 'credit_limit',
    type: 'figure',
    heads: wordList('حد الائتمان, الحد الائتماني, credit limit, credit'),
    example: '',
  },
  {
    key: 'credit_lifted_until',
    type: 'day',
    isOfMaster: true,
    heads: wordList('الحد معلق حتى, limit lifted until'),
    example: '',
  },
  textColumn('credit_lift_reason', wordList('سبب تعليق الحد, reason for lifting it')),
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
]
