import Big from 'big.js'

/**
 * Exact decimals: the only file that rounds, divides or converts machine numbers (accounting rules, section 3). The
 * constructor is our own, so global settings of other code do not change our figures, nor ours theirs. Decimals are
 * added, multiplied and rounded; division works on integers, so nothing is truncated.
 */
const Exact = Big()
Exact.PE = 1_000_000
Exact.NE = -1_000_000

export type Decimal = Big
export type Numeric = Decimal | string | number

/**
 * The exact decimal of a figure. A machine number counts as its shortest decimal text, so 0.1 is one tenth.
 * Throws on NaN, Infinity and text that is no plain decimal; text of people goes through `parseDecimal` first.
 */
export function decimal(x: Numeric): Decimal {
  return new Exact(typeof x === 'number' ? String(x) : x)
}

export const zero: Decimal = decimal(0)

/** Half away from zero to the currency's decimals (accounting rules 0 and 3.2); symmetric under reversal. */
export function round(x: Numeric, decimals = 2): Decimal {
  const rounded = decimal(x).round(decimals, Big.roundHalfUp)
  return rounded.eq(0) ? zero : rounded
}

/** amount × numerator ÷ denominator, rounded once, half away from zero. Throws a RangeError on a denominator of zero. */
export function ratio(amount: Numeric, numerator: Numeric, denominator: Numeric, decimals: number): Decimal {
  const above = decimal(amount).times(decimal(numerator))
  const below = decimal(denominator)
  const finest = Math.max(decimalsOf(above), decimalsOf(below))
  const isNegative = above.lt(0) !== below.lt(0)
  // In half units, so that the rounding is a whole number's as well.
  const halves = (2n * wholeOf(above.abs(), finest) * 10n ** BigInt(decimals)) / wholeOf(below.abs(), finest)
  const rounded = (halves + 1n) / 2n
  return decimal(`${isNegative && rounded > 0n ? '-' : ''}${rounded}e-${decimals}`)
}

/** The exact sum; zero of nothing. */
export function sum(list: readonly Numeric[]): Decimal {
  return list.reduce<Decimal>((total, x) => total.plus(decimal(x)), zero)
}

/**
 * A total in parts proportional to the weights, in whole units of 10^-decimals, by the largest remainder and ties to
 * the lowest index (accounting rule 3.2): the parts sum to the total exactly and none is a unit away from its true share.
 * A negative total is split by its absolute value; weights that are all zero give everything to the first part.
 * Throws on a negative weight, on a total finer than the unit, and on a total with no part to take it.
 */
export function split(total: Numeric, weights: readonly Numeric[], decimals: number): Decimal[] {
  const whole = decimal(total)
  const shares = weights.map(decimal)
  if (!round(whole, decimals).eq(whole)) throw new RangeError(`${text(whole)} has more than ${decimals} decimals`)
  if (shares.some((share) => share.lt(0))) throw new RangeError('A weight is negative')
  if (shares.length === 0 && !whole.eq(0)) throw new RangeError(`${text(whole)} has no part to go to`)
  if (shares.every((share) => share.eq(0))) return shares.map((_, index) => (index === 0 ? whole : zero))
  const parts = largestRemainder(whole.abs(), shares, decimals)
  return whole.lt(0) ? parts.map((part) => part.neg()) : parts
}

/** In whole numbers of the unit and of the finest weight: division and remainder are exact, and cost a tenth of decimals. */
function largestRemainder(total: Decimal, shares: Decimal[], decimals: number): Decimal[] {
  const units = wholeOf(total, decimals)
  const finest = Math.max(...shares.map(decimalsOf))
  const weights = shares.map((share) => wholeOf(share, finest))
  const weight = wholeSum(weights)
  const parts = weights.map((share) => (units * share) / weight)
  const remainders = weights.map((share, index) => ({ index, remainder: (units * share) % weight }))
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  for (const { index } of remainders.slice(0, Number(units - wholeSum(parts)))) parts[index] = (parts[index] ?? 0n) + 1n
  return parts.map((part) => decimal(`${part}e-${decimals}`))
}

/** How many decimals a figure is written with. */
export const decimalsOf = (x: Decimal) => Math.max(x.c.length - 1 - x.e, 0)
/** A figure in whole units of 10^-decimals. */
export const wholeOf = (x: Decimal, decimals: number) => BigInt(x.toFixed(decimals).replace('.', ''))
const wholeSum = (list: readonly bigint[]) => list.reduce((total, x) => total + x, 0n)

/** The larger of two. */
export function max(a: Decimal, b: Decimal): Decimal {
  return a.gte(b) ? a : b
}

/** The smaller of two. */
export function min(a: Decimal, b: Decimal): Decimal {
  return a.lte(b) ? a : b
}

/** Plain decimal text, never an exponent; with `decimals`, rounded and padded to them. */
export function text(x: Decimal, decimals?: number): string {
  return decimals === undefined ? x.toFixed() : round(x, decimals).toFixed(decimals)
}

/**
 * The machine number for the wire. Up to 15 significant digits survive a double and back (accounting rule 3.1), and so do most
 * with one more, as sums of large amounts have; what does not throws DigitsLost: no figure is answered that is nearly right.
 */
export function toNumber(x: Decimal): number {
  if (!survivesDouble(x)) throw new DigitsLost(`${text(x)} does not survive a double`)
  return x.eq(0) ? 0 : Number(x.toFixed())
}

/** Whether a double represents every digit. */
export const survivesDouble = (x: Decimal): boolean => x.c.length <= 15 || String(Number(x.toFixed())) === x.toFixed()

export class DigitsLost extends RangeError {}

/** Invisible marks that come with what is pasted. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
// A leading group never starts with 0: in "0,150" the comma is a decimal comma. The same mark must group throughout.
const written = /^(-?)(?:(\d+)|([1-9]\d{0,2})(?:([,٬])\d{3})(?:\4\d{3})*)?(?:[.٫](\d+))?$/

/**
 * What people type, as canonical decimal text ('1150', '-0.5'), or null when it is no number or could mean two.
 * Takes Latin, Arabic-Indic and Persian digits, `.` or `٫` as the decimal mark, `,` or `٬` only where they group
 * thousands rightly ('1,5' is null), a leading `-` or `−`. No exponents, hex, underscores, or blanks inside.
 */
export function parseDecimal(input: string): string | null {
  const latin = input
    .replace(unseen, '')
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/^−/, '-')
  if (latin.length > 40 || !/\d/.test(latin) || !written.test(latin)) return null
  const parsed = decimal(
    latin
      .replace(/[,٬]/g, '')
      .replace('٫', '.')
      .replace(/^(-?)\./, '$10.'),
  )
  return text(parsed.eq(0) ? zero : parsed)
}
