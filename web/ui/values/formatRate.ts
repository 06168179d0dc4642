import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'

/** What one unit of a currency is worth, to the last of the ten decimals that books are kept with. */
export const formatRate = (value: FormattableNumber): string => formatNumber(value, 10, 0)
