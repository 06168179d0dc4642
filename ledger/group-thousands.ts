import { parseDecimal } from './money.ts'

/**
 * A figure as it is read, `7281.8` as `7,281.80`: thousands apart, and at least the decimals of its currency. It fills
 * up and never rounds, so that decimals too many stay to be seen; what is no figure stays as it was typed.
 */
export function groupThousands(figure: string, decimals = 0): string {
  const canonical = parseDecimal(figure)
  if (canonical === null) return figure
  const [whole = '', fraction = ''] = canonical.split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const filled = fraction.padEnd(decimals, '0')
  return filled === '' ? thousands : `${thousands}.${filled}`
}
