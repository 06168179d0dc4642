import type { treatments } from '../tax-treatments.ts'
import {
  branchColumn,
  choiceColumn as choice,
  currencyColumn,
  dayColumn as day,
  figureColumn as figure,
  referenceColumn as reference,
  requiredColumn as required,
} from './column-kit.ts'
import { type ImportColumn, statusColumn, textColumn as text } from './import-columns.ts'
import { wordList } from './word-list.ts'

const names = (heads: readonly string[], example: readonly [string, string]): readonly ImportColumn[] => [
  required(text('name', ['الاسم', 'name', ...heads], example[0])),
  text('name_en', ['الاسم بالإنجليزية', 'الاسم الإنجليزي', 'english name', 'name en'], example[1]),
]
const ownAccounts: readonly ImportColumn[] = [
  reference('income_account_id', ['حساب المبيعات', 'حساب الإيراد', 'sales account', 'income account']),
  reference('expense_account_id', ['حساب المشتريات', 'حساب المصروف', 'purchase account', 'expense account']),
]

const schemeWords: Readonly<Record<string, readonly string[]>> = {
  CRN: ['سجل تجاري', 'السجل التجاري', 'commercial registration', 'cr'],
  MOM: ['رخصة بلدي', 'municipal license', 'momrah license'],
  MLS: ['رخصة الموارد البشرية', 'mhrsd license'],
  '700': ['الرقم الموحد', 'unified number', '700 number'],
  SAG: ['رخصة وزارة الاستثمار', 'رخصة استثمار', 'misa license'],
  OTH: ['أخرى', 'other'],
}

export const branchColumns: readonly ImportColumn[] = [
  ...names(['اسم الفرع', 'الفرع', 'branch', 'branch name', 'location'], ['فرع جدة', 'Jeddah branch']),
  required(text('email', ['البريد', 'البريد الإلكتروني', 'email', 'e-mail'], 'jeddah@example.sa')),
  text('mobile', ['الجوال', 'رقم الجوال', 'mobile'], '0501234567'),
  text('phone', ['الهاتف', 'رقم الهاتف', 'phone', 'telephone'], '0126543210'),
  reference('city_id', ['المدينة', 'city'], 'جدة'),
  text('building_number', ['رقم المبنى', 'building number', 'building no'], '2345'),
  text('street', ['الشارع', 'street'], 'طريق المدينة'),
  text('district', ['الحي', 'district'], 'الروضة'),
  text('postal_code', ['الرمز البريدي', 'postal code', 'zip'], '23434'),
  text('additional_number', ['الرقم الإضافي', 'additional number', 'secondary number'], '7788'),
  text('address', ['العنوان', 'address']),
  text('commercial_registration', ['السجل التجاري', 'commercial registration', 'cr number'], '4030123456'),
  choice('registration_scheme', ['نوع السجل', 'نوع الترخيص', 'registration type', 'license type'], schemeWords, 'CRN'),
  text('short_address', ['العنوان المختصر', 'short address'], 'JARD7788'),
  statusColumn,
]

export const placeColumns: readonly ImportColumn[] = [
  {
    ...required(
      text('name', ['المستودع', 'اسم المستودع', 'الاسم', 'warehouse', 'warehouse name', 'name'], 'المستودع الرئيسي'),
    ),
    moreExamples: ['معرض جدة'],
  },
  text('name_en', ['الاسم بالإنجليزية', 'الاسم الإنجليزي', 'english name', 'name en']),
  branchColumn,
  {
    key: 'is_usual',
    type: 'truth',
    fallback: 'no',
    example: 'no',
    heads: ['المستودع المعتاد للفرع', 'usual warehouse of the branch', 'is default'],
  },
  { key: 'is_transit', type: 'truth', fallback: 'no', example: 'no', heads: ['بضاعة في الطريق', 'in transit'] },
  statusColumn,
]

export const unitColumns: readonly ImportColumn[] = [
  required(text('code', ['الرمز', 'رمز الوحدة', 'code', 'unit code', 'symbol'], 'BOX')),
  ...names(['الوحدة', 'وحدة القياس', 'unit', 'unit of measure'], ['كرتون', 'Box']),
  statusColumn,
]

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
  text('barcodes', wordList('الباركود, باركود, barcode, barcodes, ean, upc, gtin')),
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

export const categoryColumns: readonly ImportColumn[] = [
  ...names(['التصنيف', 'الفئة', 'المجموعة', 'category', 'product category', 'group'], ['أثاث', 'Furniture']),
  ...ownAccounts,
  statusColumn,
]

const treatmentWords: Record<(typeof treatments)[number], readonly string[]> = {
  standard: ['أساسية', 'النسبة الأساسية', 'standard', 'standard rated'],
  zero_rated: ['صفرية', 'نسبة صفرية', 'zero rated', 'zero-rated'],
  exports: ['صادرات', 'exports', 'export'],
  exempt: ['معفاة', 'معفى', 'exempt'],
  citizens: ['مواطنون', 'خدمات المواطنين', 'citizens'],
  out_of_scope: ['خارج النطاق', 'out of scope'],
  reverse_charge: ['احتساب عكسي', 'reverse charge'],
  customs: ['جمارك', 'customs'],
  non_deductible: ['غير قابلة للخصم', 'non deductible'],
}
export const taxColumns: readonly ImportColumn[] = [
  ...names(['الضريبة', 'اسم الضريبة', 'tax', 'tax name'], ['ضريبة صفرية للأدوية', 'Zero-rated medicines']),
  required(figure('rate', ['النسبة', 'نسبة الضريبة', 'rate', 'tax rate', 'percentage'], '0')),
  choice('treatment', ['المعاملة', 'treatment', 'tax type'], treatmentWords, 'zero_rated'),
  text('exemption_code', ['رمز الإعفاء', 'exemption code'], 'VATEX-SA-35'),
  text('exemption_reason', ['سبب الإعفاء', 'exemption reason']),
  text('exemption_reason_en', ['سبب الإعفاء بالإنجليزية', 'english exemption reason']),
  statusColumn,
]

export const methodColumns: readonly ImportColumn[] = [
  ...names(['طريقة الدفع', 'وسيلة الدفع', 'payment method', 'payment mode'], ['بطاقة', 'Card']),
  required(reference('account_id', ['الحساب', 'رقم الحساب', 'account', 'account number'], '110103')),
  reference('outgoing_account_id', ['حساب الصرف', 'outgoing account']),
  statusColumn,
]

export const rateColumns: readonly ImportColumn[] = [
  required({ ...currencyColumn, example: 'USD' }),
  required(figure('rate', ['السعر', 'سعر الصرف', 'rate', 'exchange rate'], '3.75')),
  day('valid_on', ['ساري من', 'التاريخ', 'valid since', 'date', 'as of'], '{year}-01-01'),
]

const yearTypeWords = {
  yearly: ['سنوية', 'سنوي', 'yearly', 'annual'],
  six_months: ['نصف سنوية', 'half-yearly', 'six months'],
  three_months: ['ربع سنوية', 'quarterly', 'three months'],
  monthly: ['شهرية', 'monthly'],
  custom: ['مخصصة', 'custom'],
} as const
export const yearColumns: readonly ImportColumn[] = [
  required(text('name', ['الاسم', 'السنة', 'السنة المالية', 'name', 'financial year', 'fiscal year'], '2025')),
  { ...choice('type', ['النوع', 'type'], yearTypeWords, 'yearly'), fallback: 'yearly' },
  required(day('started_at', ['تاريخ البداية', 'من', 'start date', 'starts'], '2025-01-01')),
  required(day('ended_at', ['تاريخ النهاية', 'إلى', 'end date', 'to', 'ends'], '2025-12-31')),
  text('description', ['الوصف', 'description', 'notes']),
]

const directionWords = { in: ['وارد', 'قبض', 'in', 'receipt'], out: ['صادر', 'صرف', 'out', 'payment'] }
const rowKindWords = {
  wages: ['رواتب', 'wages', 'salaries'],
  loan: ['قرض', 'قسط قرض', 'loan'],
  cheque: ['شيك مؤجل', 'شيك', 'post-dated cheque', 'cheque'],
  what_if: ['افتراض', 'what if', 'assumption'],
  other: ['أخرى', 'other'],
}
const repeatWords = {
  none: ['مرة واحدة', 'once', 'none'],
  week: ['أسبوعياً', 'weekly', 'week'],
  month: ['شهرياً', 'monthly', 'month'],
}
/** Typed rows of the cash forecast. */
export const forecastRowColumns: readonly ImportColumn[] = [
  required(text('name', ['البند', 'name', 'item'], 'رواتب ديسمبر')),
  required(choice('direction', ['الاتجاه', 'direction'], directionWords, 'out')),
  required(choice('kind', ['النوع', 'kind'], rowKindWords, 'wages')),
  required(figure('amount', ['المبلغ', 'amount'], '9000')),
  required(day('first_on', ['أول تاريخ', 'first day', 'date'], '{year}-12-27')),
  { ...choice('repeats', ['التكرار', 'repeats'], repeatWords, 'month'), fallback: 'none' },
  day('until_on', ['حتى', 'until'], '{year}-12-31'),
  statusColumn,
]

// The Zakat worksheet: lines of accounts, how a year is computed, adjustments.

const zakatLineWords = {
  equity: ['حقوق الملكية', 'equity'],
  provisions: ['المخصصات', 'provisions'],
  noncurrent_liabilities: ['التزامات غير متداولة', 'non-current liabilities'],
  fixed_assets: ['صافي الأصول الثابتة', 'net fixed assets', 'fixed assets'],
  work_in_progress: ['مشروعات تحت التنفيذ', 'work in progress'],
  investments: ['استثمارات', 'investments'],
}
const yearEnd = required(day('ended_on', ['نهاية السنة', 'end of the year', 'year end'], '{year}-12-31'))

export const zakatLineColumns: readonly ImportColumn[] = [
  required(reference('account_id', ['الحساب', 'account'], '310101')),
  required(choice('line', ['بند الوعاء', 'zakat line', 'line'], zakatLineWords, 'equity')),
]

export const zakatYearColumns: readonly ImportColumn[] = [
  yearEnd,
  required(
    choice('basis', ['أساس الحساب', 'basis'], { days: ['أيام السنة', 'days'], hijri: ['هجري', 'hijri'] }, 'days'),
  ),
  required(figure('saudi_share', ['نسبة الملكية السعودية', 'saudi share'], '100')),
  required(
    choice(
      'has_minimum',
      ['حد أدنى', 'minimum'],
      { true: ['نعم', 'yes', 'true'], false: ['لا', 'no', 'false'] },
      'true',
    ),
  ),
  figure('assessed', ['الربط الزكوي', 'assessed'], '25000'),
  text('law_version', ['إصدار النظام', 'version of the law'], '2024-01-01'),
]

export const zakatAdjustmentColumns: readonly ImportColumn[] = [
  yearEnd,
  required(
    choice('line', ['بند الوعاء', 'zakat line', 'line'], { ...zakatLineWords, profit: ['الربح', 'profit'] }, 'profit'),
  ),
  required(choice('effect', ['الأثر', 'effect'], { raise: ['زيادة', 'raise'], lower: ['نقص', 'lower'] }, 'raise')),
  required(figure('amount', ['المبلغ', 'amount'], '1500')),
  required(text('reason', ['السبب', 'reason'], 'غرامات لا تُحسم')),
]
