import { decimal, text } from '#ledger/money.ts'
import type { FormattableNumber } from './format-number.ts'

export type Money = { value: FormattableNumber; currency: { code: string; decimals: number } }
type Gender = 'masculine' | 'feminine'
/** The plural forms of a counted noun: one, two, three to ten, eleven to ninety-nine, whole hundreds. */
export type CountedNoun = { one: string; two: string; few: string; many: string; hundreds: string; gender: Gender }
type Unit = { ar: CountedNoun; en: readonly [one: string, many: string] }
/** A currency as it is counted; its parts only where it has any. */
type CountedMoney = { decimals: number; whole: Unit; part?: Unit }

const masculine = (hundreds: string, two: string, few: string, many: string): CountedNoun => {
  return { one: `${hundreds} واحد`, two, few, many, hundreds, gender: 'masculine' }
}
const feminine = (hundreds: string, two: string, few: string): CountedNoun => {
  return { one: `${hundreds} واحدة`, two, few, many: hundreds, hundreds, gender: 'feminine' }
}
/** The country agrees with its currency in gender, number and case: ريالان سعوديان، ريالات سعودية، ريالاً سعودياً. */
function from(country: string, { gender, ...noun }: CountedNoun): CountedNoun {
  const end = gender === 'feminine' ? 'ة' : ''
  return {
    gender,
    one: noun.one.replace(noun.hundreds, `${noun.hundreds} ${country}${end}`),
    two: `${noun.two} ${country}${gender === 'feminine' ? 'تان' : 'ان'}`,
    few: `${noun.few} ${country}ة`,
    many: `${noun.many} ${country}${gender === 'feminine' ? 'ة' : 'اً'}`,
    hundreds: `${noun.hundreds} ${country}${end}`,
  }
}

const riyal = masculine('ريال', 'ريالان', 'ريالات', 'ريالاً')
const dinar = masculine('دينار', 'ديناران', 'دنانير', 'ديناراً')
const dirham = masculine('درهم', 'درهمان', 'دراهم', 'درهماً')
const pound = masculine('جنيه', 'جنيهان', 'جنيهات', 'جنيهاً')
const dollar = masculine('دولار', 'دولاران', 'دولارات', 'دولاراً')
const halala: Unit = { ar: feminine('هللة', 'هللتان', 'هللات'), en: ['halala', 'halalas'] }
const cent: Unit = { ar: masculine('سنت', 'سنتان', 'سنتات', 'سنتاً'), en: ['cent', 'cents'] }
const fils: Unit = { ar: masculine('فلس', 'فلسان', 'فلوس', 'فلساً'), en: ['fils', 'fils'] }
const penny: Unit = { ar: masculine('بنس', 'بنسان', 'بنسات', 'بنساً'), en: ['penny', 'pence'] }
const piastre: Unit = { ar: masculine('قرش', 'قرشان', 'قروش', 'قرشاً'), en: ['piastre', 'piastres'] }
const baisa = feminine('بيسة', 'بيستان', 'بيسات')
const named = (name: string) => [name, `${name}s`] as const

/** The currencies of the application (0001-types-and-reference-data.sql). Amounts in any other currency are written in figures. */
const currencyPlurals: Record<string, CountedMoney> = {
  SAR: { decimals: 2, whole: { ar: from('سعودي', riyal), en: named('Saudi riyal') }, part: halala },
  USD: { decimals: 2, whole: { ar: from('أمريكي', dollar), en: named('US dollar') }, part: cent },
  // Foreign to the plural, but not to the dual.
  EUR: { decimals: 2, whole: { ar: masculine('يورو', 'يوروان', 'يورو', 'يورو'), en: named('euro') }, part: cent },
  GBP: { decimals: 2, whole: { ar: from('إسترليني', pound), en: ['pound sterling', 'pounds sterling'] }, part: penny },
  AED: { decimals: 2, whole: { ar: from('إماراتي', dirham), en: named('UAE dirham') }, part: fils },
  QAR: {
    decimals: 2,
    whole: { ar: from('قطري', riyal), en: named('Qatari riyal') },
    part: { ar: dirham, en: named('dirham') },
  },
  EGP: { decimals: 2, whole: { ar: from('مصري', pound), en: named('Egyptian pound') }, part: piastre },
  INR: {
    decimals: 2,
    whole: { ar: from('هندي', feminine('روبية', 'روبيتان', 'روبيات')), en: named('Indian rupee') },
    part: { ar: baisa, en: ['paisa', 'paise'] },
  },
  KWD: { decimals: 3, whole: { ar: from('كويتي', dinar), en: named('Kuwaiti dinar') }, part: fils },
  BHD: { decimals: 3, whole: { ar: from('بحريني', dinar), en: named('Bahraini dinar') }, part: fils },
  OMR: {
    decimals: 3,
    whole: { ar: from('عماني', riyal), en: named('Omani rial') },
    part: { ar: baisa, en: named('baisa') },
  },
  JOD: { decimals: 3, whole: { ar: from('أردني', dinar), en: named('Jordanian dinar') }, part: fils },
  JPY: {
    decimals: 0,
    whole: { ar: from('ياباني', masculine('ين', 'ينان', 'ينات', 'يناً')), en: ['Japanese yen', 'Japanese yen'] },
  },
}

/** The whole and the parts of an amount, and how its currency is counted, if that is known. */
export function countable({ value, currency }: Money) {
  const [whole = '0', fraction = ''] = text(decimal(value), currency.decimals).split('.')
  const found = currencyPlurals[currency.code]
  return { units: Number(whole), parts: Number(fraction), known: found?.decimals === currency.decimals ? found : null }
}
