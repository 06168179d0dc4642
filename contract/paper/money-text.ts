import { type FormattableNumber, formatNumber } from './format-number.ts'

type Currency = { code: string; decimals: number }

/** U+20C1. The central bank's rules put it to the left of the digits in every language. */
export const riyalSign = '\u20c1'
export const currencySign = (code: string): string => (code === 'SAR' ? riyalSign : code)

/** Money where people read it in fonts of ours: "⃁ 1,150.00", as on the screen. */
export const moneyText = (value: FormattableNumber, { code, decimals }: Currency): string =>
  `${currencySign(code)}\u00a0${formatNumber(value, decimals)}`

/** Money in a message, whose fonts may lack the sign: "1,150.00 ريال", "1,150.00 SAR". */
export const moneyInMessage = (value: FormattableNumber, { code, decimals }: Currency, language: 'ar' | 'en'): string =>
  `${formatNumber(value, decimals)} ${language === 'ar' && code === 'SAR' ? 'ريال' : code}`
