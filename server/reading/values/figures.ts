import { cleanText, foldDigits } from '#contract/fields/clean-text.ts'
import { decimal, text } from '#ledger/money.ts'

export type DecimalMark = '.' | ','

/**
 * A figure as programs and people write it, as canonical text; NULL if it is not a figure. Digits of either script, groups by comma, point,
 * space or apostrophe, a minus on either side or brackets, a currency before or after it. A single dash is zero, as accounting formats
 * show it.
 */
export function readFigure(written: string, mark: DecimalMark = '.'): string | null {
  const plain = foldDigits(cleanText(written))
    .replace(/٫/g, mark)
    .replace(/[٬'’\s]/g, '')
    .replace(/،/g, ',')
    .replace(/[−–—]/g, '-')
  const bare = plain.replace(currencies, '')
  if (bare === '-') return '0'
  const isNegative = /^\(.*\)$/.test(plain) || /^\(.*\)$/.test(bare) || /^-/.test(bare) || /-$/.test(bare)
  const digits = bare
    .replace(/^\((.*)\)$/, '$1')
    .replace(currencies, '')
    .replace(/^[-+]|-$/g, '')
    .replace(currencies, '')
  const number = withPoint(digits, mark)
  if (number === null || digits.length > 40) return null
  return text(decimal(isNegative ? `-${number}` : number).times(1))
}

/** A figure with its side: `1,150.00 Dr` is positive, `Cr 500` is negative. */
export function readSided(written: string, mark: DecimalMark = '.'): string | null {
  const side = /^\s*(cr|dr|دائن|مدين)\.?\s*(?=[^a-z])|(?<=[^a-z])\s*(cr|dr|دائن|مدين)\.?\s*$/i.exec(foldDigits(written))
  if (!side) return readFigure(written, mark)
  const figure = readFigure(foldDigits(written).replace(side[0], ''), mark)
  if (figure === null) return null
  const isCredit = ['cr', 'دائن'].includes((side[1] ?? side[2] ?? '').toLowerCase())
  return isCredit ? text(decimal(figure).neg()) : figure
}

export const isPercent = (written: string): boolean => /[%٪]/.test(written)

const names = 'sar|s\\.?r|ر\\.?س|ريالسعودي|ريال|usd|us\\$|eur|gbp|aed|kwd|bhd|qar|omr|egp|jod|د\\.?إ|د\\.?ك|[$€£﷼⃁%٪]'
/** Currencies and the percent sign. */
const currencies = new RegExp(`^(${names})\\.?|(${names})\\.?$`, 'gi')

function withPoint(digits: string, mark: DecimalMark): string | null {
  const group = mark === '.' ? ',' : '.'
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  // With both, the last one is the decimal mark, also where the rest of the column uses the other.
  const own: DecimalMark = digits.includes('.') && digits.includes(',') ? (digits[last] as DecimalMark) : mark
  const other = own === '.' ? ',' : '.'
  if (!/\d/.test(digits)) return null
  const [whole = '', ...rest] = digits.split(own)
  const isGrouped = /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(whole)
  if (digits.includes(other) && !isGrouped) {
    // A single mark of the other kind that cannot group thousands is a decimal mark: 12,5 in a column with 1234.50.
    return rest.length === 0 && new RegExp(`^\\d*\\${group}\\d+$`).test(digits)
      ? `0${digits.replace(group, '.')}`
      : null
  }
  if (rest.length > 1) return /^\d{1,3}([.,]\d{3})+$/.test(digits) ? digits.replaceAll(own, '') : null
  const number = `${whole.replaceAll(other, '') || '0'}${rest.length === 1 ? `.${rest[0] || '0'}` : ''}`
  return /^\d+(\.\d+)?$/.test(number) ? number : null
}

/** The decimal mark, if a figure of the file proves it: 1.234,56 or 12,5. */
export function provenMark(cells: Iterable<string>): DecimalMark | null {
  let commas = 0
  let points = 0
  for (const cell of cells) {
    const digits = foldDigits(cell).trim()
    if (/^[-(]?\d{1,3}(\.\d{3})+,\d+\)?-?$/.test(digits) || /^[-(]?\d+,(\d{1,2}|\d{4,})\)?-?$/.test(digits)) commas++
    if (/^[-(]?\d{1,3}(,\d{3})+(\.\d+)?\)?-?$/.test(digits) || /^[-(]?\d+\.(\d{1,2}|\d{4,})\)?-?$/.test(digits))
      points++
  }
  return commas > points ? ',' : points > 0 ? '.' : null
}
