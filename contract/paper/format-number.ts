import { type Decimal, text } from '#ledger/money.ts'

/** A number of a response, or an exact decimal of any length. */
export type FormattableNumber = number | Decimal
const formats = new Map<string, Intl.NumberFormat>()

/** Latin digits, thousand separators, the minus on the left: equal in both languages. */
export function formatNumber(value: FormattableNumber, decimals = 2, least = decimals): string {
  const style = { minimumFractionDigits: least, maximumFractionDigits: decimals, signDisplay: 'negative' } as const
  const key = `${decimals}/${least}`
  const format = formats.get(key) ?? new Intl.NumberFormat('en', style)
  formats.set(key, format)
  // Text keeps every digit, and is rounded as money is: half away from zero.
  return format.format(typeof value === 'number' ? value : (text(value) as `${number}`))
}
/** As many decimals as there are, at most six: quantities and percentages. */
export const formatPlain = (value: FormattableNumber): string => formatNumber(value, 6, 0)
