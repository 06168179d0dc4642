import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, parseDecimal, ratio, round, split, sum, text, toNumber, zero } from './money.ts'

test.each([
  ['M11', '2.5', 0, '3'],
  ['M15', '1.005', 2, '1.01'],
  ['M15 mirrored', '-1.005', 2, '-1.01'],
  ['below half', '1.0049999', 2, '1'],
  ['to nothing', '-0.004', 2, '0'],
])('%s: %s to %i decimals is %s', (_, x, decimals, expected) => {
  expect(text(round(x, decimals))).toBe(expected)
})

test('M12: 0.10 + 0.20 is 0.30', () => {
  expect(sum([0.1, 0.2]).eq('0.3')).toBe(true)
})

test('M13: 1150.00 − 1149.99 is 0.01', () => {
  expect(text(decimal(1150).minus(decimal(1149.99)))).toBe('0.01')
})

test('M20: 10,000 yen at 0.0251378900 are 251.38', () => {
  expect(text(round(decimal(10000).times('0.0251378900')))).toBe('251.38')
})

test.each([NaN, Infinity, '1e', '', 'abc', '1,5'])('%s is no decimal', (x) => {
  expect(() => decimal(x)).toThrow()
})

test('ratio rounds once', () => {
  // 0.3333 × 3 rounded first would lose the cent.
  expect(text(ratio('100', 1, 3, 2))).toBe('33.33')
  expect(text(ratio('0.01', '0.005', '0.01', 2))).toBe('0.01')
  expect(() => ratio(1, 1, 0, 2)).toThrow()
})

test('text is plain and padded, and has no negative zero', () => {
  expect(text(decimal('1e25'))).toBe('10000000000000000000000000')
  expect(text(decimal('0.0000000001'))).toBe('0.0000000001')
  expect(text(decimal('1150'), 2)).toBe('1150.00')
  expect(text(decimal('-0.001'), 2)).toBe('0.00')
})

test('JSON numbers carry 15 significant digits, including sums of large amounts', () => {
  expect(toNumber(decimal('9999999999999.99'))).toBe(9999999999999.99)
  expect(Object.is(toNumber(decimal('-0')), 0)).toBe(true)
  expect(toNumber(decimal('-12562469135780.37'))).toBe(-12562469135780.37)
  expect(() => toNumber(decimal('99999999999999.99'))).toThrow(RangeError)
})

test.each([
  ['M22', '١٬١٥٠٫٠٠', '1150'],
  ['Persian', '۱۲۳٫۵', '123.5'],
  ['grouped', '1,150.00', '1150'],
  ['grouped twice', '12,345,678.9', '12345678.9'],
  ['negative', '-7.50', '-7.5'],
  ['minus sign', '−5', '-5'],
  ['leading zeros', '007', '7'],
  ['no integer part', '.5', '0.5'],
  ['negative zero', '-0.00', '0'],
  ['bidi marks around', '\u200f١٥\u200e ', '15'],
  ['decimal comma or group', '1,5', null],
  ['decimal comma', '0,150', null],
  ['short group', '1,150,0', null],
  ['two kinds of group', '1,150٬000', null],
  ['two marks', '1.2.3', null],
  ['trailing mark', '5.', null],
  ['exponent', '1e5', null],
  ['hexadecimal', '0x1F', null],
  ['underscore', '1_000', null],
  ['blank inside', '1 000', null],
  ['plus', '+5', null],
  ['word', 'NaN', null],
  ['word', 'Infinity', null],
  ['sign alone', '-', null],
  ['nothing', '', null],
  ['too long', '1'.repeat(41), null],
])('typed, %s: %s', (_, typed, expected) => {
  expect(parseDecimal(typed)).toBe(expected)
})

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((units) => decimal(units).div(100))
const weights = fc.array(
  fc.integer({ min: 0, max: 1_000_000 }).map((units) => decimal(units).div(1000)),
  { minLength: 1, maxLength: 12 },
)

test('a ratio is rounded once, for all sizes and signs', () => {
  const figure = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 10 }))
  const spelled = ([units, places]: [bigint, number]) => decimal(`${units}e-${places}`)
  fc.assert(
    fc.property(figure, figure, figure, fc.integer({ min: 0, max: 6 }), (a, b, c, decimals) => {
      fc.pre(c[0] !== 0n)
      const [amount, numerator, denominator] = [spelled(a), spelled(b), spelled(c)]
      const product = amount.times(numerator)
      const off = ratio(amount, numerator, denominator, decimals).times(denominator).minus(product).abs()
      // Off by half a unit at most, and where it is exactly half, away from zero.
      const half = denominator.abs().times(decimal(`5e-${decimals + 1}`))
      expect(off.lte(half)).toBe(true)
      if (off.eq(half))
        expect(ratio(amount, numerator, denominator, decimals).times(denominator).abs().gt(product.abs())).toBe(true)
    }),
    { numRuns: 1_000 },
  )
  expect(ratio('0.005', 1, 1, 2).toFixed()).toBe('0.01')
  expect(ratio('-0.005', 1, 1, 2).toFixed()).toBe('-0.01')
  expect(ratio('-0.001', 1, 1, 2).eq(zero)).toBe(true)
  expect(text(ratio('-0.001', 1, 1, 2))).toBe('0')
})

test('any decimal typed canonically is read back', () => {
  fc.assert(fc.property(cents, (x) => parseDecimal(text(x)) === text(x)))
})

test('a split sums exactly and no part is a unit from its share', () => {
  fc.assert(
    fc.property(cents, weights, (total, list) => {
      const parts = split(total, list, 2)
      expect(sum(parts).eq(total)).toBe(true)
      const weight = sum(list)
      if (weight.eq(0)) return
      for (const [index, part] of parts.entries()) {
        const distance = part.times(weight).minus(total.times(list[index] ?? zero))
        expect(distance.abs().lt(weight.times('0.01'))).toBe(true)
      }
    }),
  )
})

test('a split gives ties to the lowest index, all-zero weights to the first, and mirrors a negative total', () => {
  expect(split('0.05', [1, 1, 1], 2).map(String)).toEqual(['0.02', '0.02', '0.01'])
  expect(split('-0.05', [1, 1, 1], 2).map(String)).toEqual(['-0.02', '-0.02', '-0.01'])
  expect(split('5', [0, 0], 2).map(String)).toEqual(['5', '0'])
  expect(split(0, [], 2)).toEqual([])
  expect(() => split(1, [], 2)).toThrow(RangeError)
  expect(() => split('0.001', [1], 2)).toThrow(RangeError)
  expect(() => split(1, [-1, 2], 2)).toThrow(RangeError)
})
