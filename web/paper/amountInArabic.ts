import { decimal, text } from '#ledger/money.ts'

type Gender = 'masculine' | 'feminine'
/** How a counted thing reads beside its number: one of it, two, three to ten, eleven to ninety-nine, whole hundreds. */
type Counted = { one: string; two: string; few: string; many: string; hundreds: string; gender: Gender }

const riyal: Counted = {
  ...{ one: 'ريال سعودي واحد', two: 'ريالان سعوديان', few: 'ريالات سعودية', many: 'ريالاً سعودياً' },
  ...{ hundreds: 'ريال سعودي', gender: 'masculine' },
}
const halala: Counted = {
  ...{ one: 'هللة واحدة', two: 'هللتان', few: 'هللات', many: 'هللة' },
  ...{ hundreds: 'هللة', gender: 'feminine' },
}
const scales: Counted[] = [
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

type Money = { value: number; currency: { code: string; name: string; decimals: number } }

/**
 * An amount in words (تفقيط) as vouchers carry it. Riyals and halalas are counted as the grammar wants; of another
 * currency the fraction stands in figures. Up to 999 milliards.
 */
export function amountInArabic({ value, currency }: Money): string {
  const [whole = '0', fraction = ''] = text(decimal(value), currency.decimals).split('.')
  const units = Number(whole)
  const parts = Number(fraction)
  if (currency.code !== 'SAR') {
    const rest = parts > 0 ? [`${fraction}/1${'0'.repeat(fraction.length)}`] : []
    return `فقط ${[`${spelled(units, 'masculine')} ${currency.name}`, ...rest].join(' و')} لا غير`
  }
  const said = [units > 0 || parts === 0 ? counted(units, riyal) : '', parts > 0 ? counted(parts, halala) : '']
  return `فقط ${said.filter(Boolean).join(' و')} لا غير`
}

function counted(count: number, thing: Counted): string {
  if (count === 1) return thing.one
  if (count === 2) return thing.two
  const said = spelled(count, thing.gender)
  const rest = count % 100
  if (rest >= 3 && rest <= 10) return `${said} ${thing.few}`
  if (rest >= 11) return `${said} ${thing.many}`
  // A dual that stands right before what it counts loses its end: مائتا ريال، ألفا ريال.
  return `${rest === 0 ? said.replace(/(مائت|ألف|مليون|مليار)ان$/, '$1ا') : said} ${thing.hundreds}`
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
