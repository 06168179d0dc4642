const formats = new Map<string, Intl.NumberFormat>()

/** Latin digits, thousand separators, the minus on the left: equal in both languages. */
export function formatNumber(value: number, decimals = 2, least = decimals): string {
  const key = `${decimals}/${least}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: decimals })
    formats.set(key, format)
  }
  return format.format(value)
}
/** As many decimals as there are, at most six: quantities and rates. */
export const formatPlain = (value: number): string => formatNumber(value, 6, 0)
