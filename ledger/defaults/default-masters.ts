/** The master records of a new organization, in addition to its chart (accounting rules, section 6). */

type Boxes = { sale_box: string | null; purchase_box: string | null }
export type TaxRow = Boxes & {
  name: string
  name_en: string
  /** Percent, as decimal text. */
  rate: string
  /** S standard, Z zero rated, E exempt, O out of scope (UN/CEFACT 5305). */
  category: 'S' | 'Z' | 'E' | 'O'
  reverse_charge: boolean
  recoverable_percent: string
  /** The line of the VAT return, as named on its form. */
  treatment: string
  /** Why it charges nothing (VATEX-SA-…); to be changed by who supplies something else at no tax. */
  exemption_code: string | null
  status: 'active' | 'inactive'
}

export const defaultTaxes: readonly TaxRow[] = [
  tax('القيمة المضافة 15%', 'VAT 15%', '15', 'S', '1', '7', 'standard'),
  tax('نسبة صفرية محلية', 'Zero rated', '0', 'Z', '3', '10', 'zero_rated', 'VATEX-SA-35'),
  tax('صادرات', 'Exports', '0', 'Z', '4', null, 'exports', 'VATEX-SA-32'),
  tax('معفاة', 'Exempt', '0', 'E', '5', '11', 'exempt', 'VATEX-SA-30'),
  tax('خارج النطاق', 'Out of scope', '0', 'O', null, null, 'out_of_scope', 'VATEX-SA-OOS'),
  { ...tax('احتساب عكسي 15%', 'Reverse charge 15%', '15', 'S', null, '9', 'reverse_charge'), reverse_charge: true },
  tax('استيراد مدفوع بالجمارك', 'Import at customs', '15', 'S', null, '8', 'customs'),
  {
    ...tax('غير قابلة للخصم 15%', 'Non-deductible 15%', '15', 'S', null, null, 'non_deductible'),
    recoverable_percent: '0',
  },
  {
    ...tax('توريدات للمواطنين (صحة/تعليم)', 'State-borne supplies', '0', 'Z', '2', null, 'citizens', 'VATEX-SA-EDU'),
    status: 'inactive',
  },
]

function tax(
  name: string,
  name_en: string,
  rate: string,
  category: TaxRow['category'],
  sale_box: string | null,
  purchase_box: string | null,
  treatment: string,
  exemption_code: string | null = null,
): TaxRow {
  const usual = { reverse_charge: false, recoverable_percent: '100', status: 'active' } as const
  return { name, name_en, rate, category, sale_box, purchase_box, treatment, exemption_code, ...usual }
}

/** `account` is the number of the chart's account that money moves through; where it leaves through another, `outgoing` is that one's. */
export const defaultPaymentMethods: readonly { name: string; name_en: string; account: string; outgoing?: string }[] = [
  { name: 'نقدي', name_en: 'Cash', account: '110101' },
  { name: 'تحويل بنكي', name_en: 'Bank transfer', account: '110103' },
  { name: 'مدى/بطاقة', name_en: 'mada/card', account: '110104' },
  { name: 'سداد', name_en: 'SADAD', account: '110103' },
  { name: 'شيك', name_en: 'Cheque', account: '110105', outgoing: '210104' },
]

/** Codes of UN/ECE recommendation 20 and 21. */
export const defaultUnits = [
  { code: 'PCE', name: 'قطعة', name_en: 'Piece' },
  { code: 'CT', name: 'كرتون', name_en: 'Carton' },
  { code: 'KGM', name: 'كيلوجرام', name_en: 'Kilogram' },
  { code: 'LTR', name: 'لتر', name_en: 'Litre' },
  { code: 'MTR', name: 'متر', name_en: 'Metre' },
  { code: 'MTK', name: 'متر مربع', name_en: 'Square metre' },
  { code: 'HUR', name: 'ساعة', name_en: 'Hour' },
  { code: 'DAY', name: 'يوم', name_en: 'Day' },
  { code: 'MON', name: 'شهر', name_en: 'Month' },
  { code: 'C62', name: 'خدمة', name_en: 'Service' },
] as const

/** `rate` is riyals per 1 of a pegged currency; otherwise null until a user enters it. */
export const defaultCurrencies = [
  { code: 'SAR', name: 'ريال سعودي', name_en: 'Saudi riyal', decimals: 2, rate: '1' },
  { code: 'USD', name: 'دولار أمريكي', name_en: 'US dollar', decimals: 2, rate: '3.75' },
  { code: 'EUR', name: 'يورو', name_en: 'Euro', decimals: 2, rate: null },
  { code: 'GBP', name: 'جنيه إسترليني', name_en: 'Pound sterling', decimals: 2, rate: null },
  { code: 'AED', name: 'درهم إماراتي', name_en: 'UAE dirham', decimals: 2, rate: null },
  { code: 'QAR', name: 'ريال قطري', name_en: 'Qatari riyal', decimals: 2, rate: null },
  { code: 'EGP', name: 'جنيه مصري', name_en: 'Egyptian pound', decimals: 2, rate: null },
  { code: 'INR', name: 'روبية هندية', name_en: 'Indian rupee', decimals: 2, rate: null },
  { code: 'KWD', name: 'دينار كويتي', name_en: 'Kuwaiti dinar', decimals: 3, rate: null },
  { code: 'BHD', name: 'دينار بحريني', name_en: 'Bahraini dinar', decimals: 3, rate: null },
  { code: 'OMR', name: 'ريال عماني', name_en: 'Omani rial', decimals: 3, rate: null },
  { code: 'JOD', name: 'دينار أردني', name_en: 'Jordanian dinar', decimals: 3, rate: null },
] as const

export const defaultCostCenter = { number: '1', name: 'الإدارة العامة', name_en: 'Head office', type: 'sub' } as const
