import type { Category } from './model.ts'

type Reason = { category: Category; en: string; ar: string }

/** Why a supply bears no tax, each with the law's own text (XML implementation standard 11.2.4, BR-KSA-CL-04). */
export const exemptionReasons: Record<string, Reason> = {
  'VATEX-SA-29': {
    category: 'E',
    en: 'Financial services mentioned in Article 29 of the VAT Regulations',
    ar: 'الخدمات المالية',
  },
  'VATEX-SA-29-7': {
    category: 'E',
    en: 'Life insurance services mentioned in Article 29 of the VAT Regulations',
    ar: 'عقد تأمين على الحياة',
  },
  'VATEX-SA-30': {
    category: 'E',
    en: 'Real estate transactions mentioned in Article 30 of the VAT Regulations',
    ar: 'التوريدات العقارية المعفاة من الضريبة',
  },
  'VATEX-SA-32': { category: 'Z', en: 'Export of goods', ar: 'صادرات السلع من المملكة' },
  'VATEX-SA-33': { category: 'Z', en: 'Export of services', ar: 'صادرات الخدمات من المملكة' },
  'VATEX-SA-34-1': { category: 'Z', en: 'The international transport of Goods', ar: 'النقل الدولي للسلع' },
  'VATEX-SA-34-2': { category: 'Z', en: 'International transport of passengers', ar: 'النقل الدولي للركاب' },
  'VATEX-SA-34-3': {
    category: 'Z',
    en: 'Services directly connected and incidental to a Supply of international passenger transport',
    ar: 'الخدمات المرتبطة مباشرة أو عرضيًا بتوريد النقل الدولي للركاب',
  },
  'VATEX-SA-34-4': {
    category: 'Z',
    en: 'Supply of a qualifying means of transport',
    ar: 'توريد وسائل النقل المؤهلة',
  },
  'VATEX-SA-34-5': {
    category: 'Z',
    en: 'Any services relating to Goods or passenger transportation, as defined in article twenty five of these Regulations',
    ar: 'الخدمات ذات الصلة بنقل السلع أو الركاب، وفقًا للتعريف الوارد بالمادة الخامسة والعشرين من اللائحة التنفيذية لنظام ضريبة القيمة المضافة',
  },
  'VATEX-SA-35': { category: 'Z', en: 'Medicines and medical equipment', ar: 'الأدوية والمعدات الطبية' },
  'VATEX-SA-36': { category: 'Z', en: 'Qualifying metals', ar: 'المعادن المؤهلة' },
  'VATEX-SA-EDU': {
    category: 'Z',
    en: 'Private education to citizen',
    ar: 'الخدمات التعليمية الخاصة للمواطنين',
  },
  'VATEX-SA-HEA': {
    category: 'Z',
    en: 'Private healthcare to citizen',
    ar: 'الخدمات الصحية الخاصة للمواطنين',
  },
  'VATEX-SA-MLTRY': {
    category: 'Z',
    en: 'Supply of qualified military goods',
    ar: 'توريد السلع العسكرية المؤهلة',
  },
  'VATEX-SA-DIPLOMAT': {
    category: 'Z',
    en: 'Qualified Supplies to Diplomatic Missions',
    ar: 'التوريدات المؤهلة للبعثات الدبلوماسية',
  },
  'VATEX-SA-DUTYFREE': {
    category: 'Z',
    en: 'Qualified Supply of Goods in Duty Free area',
    ar: 'التوريد المؤهل للسلع في الأسواق الحرة',
  },
  'VATEX-SA-ROYALDECREE': {
    category: 'Z',
    en: 'Supply on which the Government bears the VAT',
    ar: 'توريد تتحمل الدولة ضريبته',
  },
  'VATEX-SA-32(bis)': {
    category: 'Z',
    en: 'Supply under Customs Suspension Arrangement',
    ar: 'توريد ضمن وضع معلق للرسوم الجمركية',
  },
  'VATEX-SA-OOS': {
    category: 'O',
    en: 'Services outside scope of tax / Not subject to VAT',
    ar: 'التوريدات الغير خاضعة للضريبة',
  },
}

/** The text that accompanies the code, in both languages as in the official samples. Null for an unknown code. */
export function exemptionText(code: string): string | null {
  const reason = exemptionReasons[code]
  return reason ? `${reason.en} | ${reason.ar}` : null
}

type ExemptionColumns = Record<'exemption_code' | 'exemption_reason' | 'exemption_reason_en', string | null>
/** Why a tax charges nothing, as it is printed: its own words, otherwise the text of the law's list. */
export function printedExemption({ exemption_code, exemption_reason, exemption_reason_en }: ExemptionColumns) {
  const listed = exemption_code === null ? undefined : exemptionReasons[exemption_code]
  return {
    exemption_code,
    exemption_reason: exemption_reason ?? listed?.ar ?? null,
    exemption_reason_en: exemption_reason_en ?? listed?.en ?? null,
  }
}
