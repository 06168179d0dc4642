import Big from 'big.js'

/**
 * Exact decimals: the only file that rounds, divides or meets a number of the machine (ledger.md section 3).
 * The constructor is our own, so that nobody's global settings change our figures and ours change nobody's.
 * 40 decimals are enough for every division: a quotient of two figures of our sizes that is not exactly half a unit is
 * further than 1e-40 from it, so cutting there can never tip the one rounding that follows.
 */
const Exact = Big()
Exact.DP = 40
Exact.RM = Big.roundHalfUp
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

/** Half away from zero to the currency's decimals (ledger.md 0 and 3.2); symmetric under reversal. */
export function round(x: Numeric, decimals = 2): Decimal {
  const rounded = decimal(x).round(decimals, Big.roundHalfUp)
  return rounded.eq(0) ? zero : rounded
}

/** amount × numerator ÷ denominator, exact and rounded once. Throws on a denominator of zero. */
export function ratio(amount: Numeric, numerator: Numeric, denominator: Numeric, decimals: number): Decimal {
  return round(decimal(amount).times(decimal(numerator)).div(decimal(denominator)), decimals)
}

/** The exact sum; zero of nothing. */
export function sum(list: readonly Numeric[]): Decimal {
  return list.reduce<Decimal>((total, x) => total.plus(decimal(x)), zero)
}

/**
 * A total in parts proportional to the weights, in whole units of 10^-decimals, by the largest remainder and ties to
 * the lowest index (ledger.md 3.2): the parts sum to the total exactly and none is a unit away from its true share.
 * A negative total is split by its absolute value; weights that are all zero give everything to the first part.
 * Throws on a negative weight, on a total finer than the unit, and on a total with no part to take it.
 */
export function split(total: Numeric, weights: readonly Numeric[], decimals: number): Decimal[] {
  const whole = decimal(total)
  const shares = weights.map(decimal)
  if (!round(whole, decimals).eq(whole)) throw new RangeError(`${text(whole)} has more than ${decimals} decimals`)
  if (shares.some((share) => share.lt(0))) throw new RangeError('A weight is negative')
  if (shares.length === 0 && !whole.eq(0)) throw new RangeError(`${text(whole)} has no part to go to`)
  const weight = sum(shares)
  if (weight.eq(0)) return shares.map((_, index) => (index === 0 ? whole : zero))
  const parts = largestRemainder(whole.abs(), shares, weight, decimals)
  return whole.lt(0) ? parts.map((part) => part.neg()) : parts
}

function largestRemainder(total: Decimal, shares: Decimal[], weight: Decimal, decimals: number): Decimal[] {
  const unit = decimal(`1e-${decimals}`)
  const parts = shares.map((share) => total.times(share).div(weight).round(decimals, Big.roundDown))
  // Remainders are compared multiplied by the weight: exact, without a second division.
  const remainders = shares.map((share, index) => total.times(share).minus(weight.times(parts[index] as Decimal)))
  const leftover = Number(text(total.minus(sum(parts)).div(unit)))
  const byRemainder = remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => b.remainder.cmp(a.remainder) || a.index - b.index)
  for (const { index } of byRemainder.slice(0, leftover)) parts[index] = (parts[index] as Decimal).plus(unit)
  return parts
}

/** The larger of two. */
export function largest(a: Decimal, b: Decimal): Decimal {
  return a.gte(b) ? a : b
}

/** The smaller of two. */
export function smallest(a: Decimal, b: Decimal): Decimal {
  return a.lte(b) ? a : b
}

/** Plain decimal text, never an exponent; with `decimals`, rounded and padded to them. */
export function text(x: Decimal, decimals?: number): string {
  return decimals === undefined ? x.toFixed() : round(x, decimals).toFixed(decimals)
}

/**
 * The machine number for the wire. Up to 15 significant digits survive a double and back (ledger.md 3.1); more is a
 * programmer's error and throws a RangeError.
 */
export function toNumber(x: Decimal): number {
  if (x.c.length > 15) throw new RangeError(`${text(x)} has more than 15 significant digits`)
  return x.eq(0) ? 0 : Number(x.toFixed())
}

const edges = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/g
// A leading group never starts with 0: "0,150" is somebody's decimal comma. The same mark must group throughout.
const written = /^(-?)(?:(\d+)|([1-9]\d{0,2})(?:([,٬])\d{3})(?:\4\d{3})*)?(?:[.٫](\d+))?$/

/**
 * What people type, as canonical decimal text ('1150', '-0.5'), or null when it is no number or could mean two.
 * Takes Latin, Arabic-Indic and Persian digits, `.` or `٫` as the decimal mark, `,` or `٬` only where they group
 * thousands rightly ('1,5' is null), a leading `-` or `−`. No exponents, hex, underscores, or blanks inside.
 */
export function parseDecimal(input: string): string | null {
  const latin = input
    .replace(edges, '')
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
