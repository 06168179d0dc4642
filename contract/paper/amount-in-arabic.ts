import { type CountedNoun, countable, type Money } from './currency-plurals.ts'
import { formatNumber } from './format-number.ts'

type Gender = CountedNoun['gender']

const scales: CountedNoun[] = [
  { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفاً', hundreds: 'ألف', gender: 'masculine' },
  { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليوناً', hundreds: 'مليون', gender: 'masculine' },
  { one: 'مليار', two: 'ملياران', few: 'مليارات', many: 'ملياراً', hundreds: 'مليار', gender: 'masculine' },
]
const ones = {
  masculine: ['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'],
  feminine: ['', 'واحدة', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثمان', 'تسع', 'عشر'],
}
const teens = {
  masculine: ['', 'أحد عشر', 'اثنا عشر', ...ones.masculine.slice(3, 10).map((one) => `${one} عشر`)],
  feminine: [
    '',
    'إحدى عشرة',
    'اثنتا عشرة',
    ...ones.feminine.slice(3, 10).map((one) => `${one.replace('ثمان', 'ثماني')} عشرة`),
  ],
}
const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const hundreds = ['', 'مائة', 'مائتان', 'ثلاثمائة', 'أربعمائة', 'خمسمائة', 'ستمائة', 'سبعمائة', 'ثمانمائة', 'تسعمائة']

/**
 * An amount in words (تفقيط) as on vouchers, whole and parts with the grammatical number. Amounts beyond the range are
 * in figures with the currency code, as an isolate. Up to 999 milliards.
 */
export function amountInArabic({ value, currency }: Money): string {
  const { units, parts, known } = countable({ value, currency })
  if (!known) return `فقط \u2066${formatNumber(value, currency.decimals)} ${currency.code}\u2069`
  const words = [
    units > 0 || parts === 0 ? counted(units, known.whole.ar) : '',
    parts > 0 && known.part ? counted(parts, known.part.ar) : '',
  ]
  return `فقط ${words.filter(Boolean).join(' و')} لا غير`
}

function counted(count: number, thing: CountedNoun): string {
  if (count === 1) return thing.one
  if (count === 2) return thing.two
  const words = spelled(count, thing.gender)
  const rest = count % 100
  if (rest >= 3 && rest <= 10) return `${words} ${thing.few}`
  if (rest >= 11) return `${words} ${thing.many}`
  // A number directly before its noun loses its ending: مائتا ريال، ألفا ريال، عشرون ألف ريال.
  return `${rest === 0 ? words.replace(/(مائت|ألف|مليون|مليار)ان$/, '$1ا').replace(/اً$/, '') : words} ${thing.hundreds}`
}

function spelled(count: number, gender: Gender): string {
  if (count === 0) return 'صفر'
  const groups = scales.map((scale, index) => ({ scale, count: Math.floor(count / 1000 ** (index + 1)) % 1000 }))
  const large = groups.reverse().flatMap((group) => (group.count > 0 ? [counted(group.count, group.scale)] : []))
  return [...large, belowThousand(count % 1000, gender)].filter(Boolean).join(' و')
}

function belowThousand(count: number, gender: Gender): string {
  return [hundreds[Math.floor(count / 100)], belowHundred(count % 100, gender)].filter(Boolean).join(' و')
}

function belowHundred(count: number, gender: Gender): string {
  if (count <= 10) return ones[gender][count] ?? ''
  if (count < 20) return teens[gender][count - 10] ?? ''
  const one = count % 10 === 1 && gender === 'feminine' ? 'إحدى' : ones[gender][count % 10]
  return [one, tens[Math.floor(count / 10)]].filter(Boolean).join(' و')
}

/** For a PDF: a vowel mark is drawn as a sign of its own, and programs that copy the text read the letter below it twice. */
export const withoutVowelMarks = (text: string): string => text.replace(/[\u064b-\u0652]/g, '')
