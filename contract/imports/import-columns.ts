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
