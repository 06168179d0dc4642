import type { partyTypes } from '../parties.ts'

/** What a column takes: text, a figure in any notation, a day in any notation, one of some words, yes or no, or a record by its name or code. */
export type ImportColumn = {
  /** The field of the call that takes it, and the key of its words. */
  key: string
  type: 'text' | 'figure' | 'day' | 'choice' | 'truth' | 'reference'
  /** Heads of other programs, in addition to our own words in both languages. */
  heads: readonly string[]
  isRequired?: true
  /** The meaning of an empty cell. */
  fallback?: string
  /** The values of a choice with the words other programs use for them. */
  choices?: Readonly<Record<string, readonly string[]>>
  example: string
}

const statuses = {
  active: ['نشط', 'فعال', 'مفعل', 'active', 'enabled', '1', 'true', 'yes', 'نعم'],
  inactive: ['غير نشط', 'غير فعال', 'موقوف', 'معطل', 'inactive', 'disabled', 'archived', '0', 'false', 'no', 'لا'],
} as const
export const statusColumn: ImportColumn = {
  ...{ key: 'status', type: 'choice', fallback: 'active', choices: statuses, example: 'active' },
  heads: ['الحالة', 'حالة', 'status', 'active', 'نشط', 'is active'],
}

const typeWords: Record<(typeof partyTypes)[number], readonly string[]> = {
  individual: ['فرد', 'شخص', 'أفراد', 'individual', 'person', 'b2c'],
  company: ['شركة', 'منشأة تجارية', 'company', 'business', 'b2b', 'corporate'],
  establishment: ['مؤسسة', 'منشأة', 'establishment', 'sole proprietorship'],
}

const text = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  ...{ key, type: 'text', heads, example },
})

export const partyColumns: readonly ImportColumn[] = [
  {
    ...text(
      'name',
      [
        'الاسم',
        'اسم العميل',
        'اسم المورد',
        'العميل',
        'المورد',
        'name',
        'customer name',
        'supplier name',
        'vendor name',
      ],
      'شركة الأفق للتجارة',
    ),
    isRequired: true,
  },
  text(
    'name_en',
    ['الاسم بالإنجليزية', 'الاسم الإنجليزي', 'english name', 'name en', 'display name', 'company name'],
    'Horizon Trading Co.',
  ),
  {
    ...text(
      'email',
      ['البريد', 'البريد الإلكتروني', 'الإيميل', 'email', 'e-mail', 'emailid', 'email id'],
      'ap@horizon.example.sa',
    ),
    isRequired: true,
  },
  text('mobile', ['الجوال', 'رقم الجوال', 'mobile', 'mobile phone', 'cell'], '0501234567'),
  text('phone', ['الهاتف', 'رقم الهاتف', 'هاتف', 'phone', 'telephone', 'phone number'], '0112345678'),
  {
    ...{ key: 'type', type: 'choice', choices: typeWords, fallback: 'company', example: 'company' },
    heads: ['النوع', 'نوع العميل', 'نوع المورد', 'type', 'customer type', 'customer sub type', 'contact type'],
  },
  {
    ...statusColumn,
    choices: { ...statuses, pending: ['قيد الانتظار', 'pending'], blocked: ['محظور', 'blocked'] },
  },
  text(
    'tax_number',
    [
      'الرقم الضريبي',
      'رقم التسجيل الضريبي',
      'الرقم الضريبي للعميل',
      'vat number',
      'vat registration number',
      'tax number',
      'tax id',
      'trn',
      'vat no',
      'tax registration number',
    ],
    '310123456700003',
  ),
  text(
    'commercial_registration',
    ['السجل التجاري', 'رقم السجل التجاري', 'commercial registration', 'cr number', 'cr no', 'company registration'],
    '1010123456',
  ),
  {
    ...{ key: 'country_id', type: 'reference', example: 'SA' },
    heads: ['الدولة', 'البلد', 'country', 'billing country', 'country code'],
  },
  { ...{ key: 'city_id', type: 'reference', example: 'الرياض' }, heads: ['المدينة', 'city', 'billing city'] },
  text('building_number', ['رقم المبنى', 'building number', 'building no'], '2345'),
  text('street', ['الشارع', 'street', 'street name', 'billing street'], 'طريق الملك فهد'),
  text('district', ['الحي', 'district', 'neighborhood'], 'العليا'),
  text('postal_code', ['الرمز البريدي', 'postal code', 'zip', 'zip code', 'billing code'], '12214'),
  text('additional_number', ['الرقم الإضافي', 'additional number', 'secondary number'], '7788'),
  text('address', ['العنوان', 'address', 'billing address'], 'الرياض، العليا'),
  text('payment_terms_days', ['مدة السداد', 'أيام السداد', 'payment terms', 'payment terms days', 'credit days'], '30'),
]

const productTypes = {
  product: [
    'منتج',
    'سلعة',
    'صنف مخزني',
    'مخزون',
    'بضاعة',
    'product',
    'goods',
    'inventory',
    'stockable',
    'storable product',
    'item',
  ],
  service: ['خدمة', 'خدمات', 'service', 'services', 'non inventory'],
} as const

export const productColumns: readonly ImportColumn[] = [
  {
    ...text(
      'code',
      [
        'الرمز',
        'رمز المنتج',
        'رمز الصنف',
        'رقم الصنف',
        'الكود',
        'كود',
        'code',
        'item code',
        'product code',
        'internal reference',
        'sku',
      ],
      'P-1001',
    ),
    isRequired: true,
  },
  {
    ...text('name', ['الاسم', 'اسم المنتج', 'اسم الصنف', 'الصنف', 'name', 'item name', 'product name'], 'كرسي مكتب'),
    isRequired: true,
  },
  text('name_en', ['الاسم بالإنجليزية', 'english name', 'name en'], 'Office chair'),
  text('sku', ['الباركود', 'barcode', 'sku', 'ean', 'upc'], '6281000000012'),
  text('description', ['الوصف', 'البيان', 'description', 'sales description']),
  {
    ...{ key: 'product_type_id', type: 'choice', choices: productTypes, fallback: 'product', example: 'product' },
    heads: ['النوع', 'نوع المنتج', 'نوع الصنف', 'type', 'product type', 'item type'],
  },
  {
    ...{ key: 'product_category_id', type: 'reference', example: '' },
    heads: ['التصنيف', 'الفئة', 'المجموعة', 'category', 'product category', 'group'],
  },
  {
    ...{ key: 'unit_id', type: 'reference', example: '' },
    heads: ['الوحدة', 'وحدة القياس', 'unit', 'usage unit', 'uom', 'unit of measure'],
  },
  {
    ...{ key: 'sale_price', type: 'figure', fallback: '0', example: '450.00' },
    heads: ['سعر البيع', 'السعر', 'sale price', 'sales price', 'selling price', 'price', 'rate'],
  },
  {
    ...{ key: 'purchase_price', type: 'figure', fallback: '0', example: '300.00' },
    heads: ['سعر الشراء', 'التكلفة', 'سعر التكلفة', 'purchase price', 'purchase rate', 'cost', 'cost price'],
  },
  {
    ...{ key: 'apply_tax', type: 'truth', fallback: 'yes', example: 'yes' },
    heads: ['خاضع للضريبة', 'تطبيق الضريبة', 'taxable', 'apply tax', 'is taxable'],
  },
  {
    ...{ key: 'unlimited_quantity', type: 'truth', fallback: 'no', example: 'no' },
    heads: ['كمية غير محدودة', 'unlimited quantity', 'not tracked'],
  },
  {
    ...{ key: 'income_account_id', type: 'reference', example: '' },
    heads: ['حساب المبيعات', 'حساب الإيراد', 'sales account', 'income account', 'account'],
  },
  {
    ...{ key: 'expense_account_id', type: 'reference', example: '' },
    heads: ['حساب المشتريات', 'حساب المصروف', 'purchase account', 'expense account'],
  },
  statusColumn,
]

const nodeTypes = {
  main: ['رئيسي', 'حساب رئيسي', 'مجموعة', 'main', 'group', 'header', 'view', 'parent'],
  sub: ['فرعي', 'حساب فرعي', 'تحليلي', 'sub', 'detail', 'posting', 'child'],
} as const

const nodeColumns = (
  own: readonly string[],
  numbers: readonly string[],
  names: readonly string[],
): readonly ImportColumn[] => [
  { ...text('number', ['الرقم', 'الرمز', 'الكود', 'number', 'code', ...numbers], own[0]), isRequired: true },
  {
    ...text('name', ['الاسم', 'الاسم العربي', 'الاسم بالعربية', 'name', 'arabic name', 'name ar', ...names], own[1]),
    isRequired: true,
  },
  text('name_en', ['الاسم بالإنجليزية', 'الاسم الإنجليزي', 'english name', 'name en'], own[2]),
  {
    ...{ key: 'type', type: 'choice', choices: nodeTypes, example: 'sub' },
    heads: ['النوع', 'نوع الحساب', 'type', 'level type'],
  },
  {
    ...{ key: 'parent_id', type: 'reference', example: own[3] ?? '' },
    heads: [
      'الحساب الأب',
      'الأب',
      'الحساب الرئيسي',
      'رقم الحساب الأب',
      'parent',
      'parent account',
      'parent code',
      'parent number',
    ],
  },
  text('description', ['الوصف', 'ملاحظات', 'description', 'notes']),
  statusColumn,
]

export const accountColumns = nodeColumns(
  ['110199', 'بنك الراجحي', 'Al Rajhi Bank', '1101'],
  ['رقم الحساب', 'رمز الحساب', 'account number', 'account code', 'account no'],
  ['اسم الحساب', 'account name', 'account'],
)
export const costCenterColumns = nodeColumns(
  ['CC-10', 'فرع جدة', 'Jeddah branch', ''],
  ['رقم مركز التكلفة', 'cost center number', 'cost center code'],
  ['اسم مركز التكلفة', 'مركز التكلفة', 'cost center', 'cost center name', 'project name'],
)
