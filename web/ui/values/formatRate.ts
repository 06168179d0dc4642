import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'

/** The value of one unit of a currency, with up to ten decimals, as stored. */
export const formatRate = (value: FormattableNumber): string => formatNumber(value, 10, 0)
