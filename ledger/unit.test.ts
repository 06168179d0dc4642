import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, text } from './money.ts'
import { inBaseUnit, inUnit, priceOfBase, priceOfUnit, wholeUnits } from './unit.ts'

test.each([
  ['2', '12', '24'],
  ['0.5', '12', '6'],
  ['0.333333', '3', '0.999999'],
  ['1.000001', '1.000001', null],
  ['0.5', '0.333333', null],
  ['0.000001', '0.1', null],
  ['999999999', '2', null],
])('%s of a unit that holds %s is %s of the own unit, or is refused', (quantity, content, base) => {
  expect(inBaseUnit(quantity, content)).toBe(base)
})

test.each([
  ['24', '12', '2'],
  ['4', '12', null],
  ['3', '12', '0.25'],
  ['1', '3', null],
])('%s of the own unit is %s-fold %s, or is not exact', (base, content, quantity) => {
  expect(inUnit(base, content)).toBe(quantity === null ? null : text(decimal(quantity)))
})

test('what is exact in a unit comes back as it was', () => {
  const micro = fc.integer({ min: 1, max: 1_000_000_000 }).map((value) => text(decimal(`${value}e-6`)))
  fc.assert(
    fc.property(micro, micro, (quantity, content) => {
      const base = inBaseUnit(quantity, content)
      if (base !== null) expect(decimal(inUnit(base, content) ?? 0).eq(quantity)).toBe(true)
    }),
  )
})

test('whole units and what is left are the quantity', () => {
  const { units, rest } = wholeUnits('40', '12')
  expect([text(units), text(rest)]).toEqual(['3', '4'])
  const figure = fc.integer({ min: 1, max: 1_000_000 }).map((value) => decimal(`${value}e-3`))
  fc.assert(
    fc.property(figure, figure, (base, content) => {
      const parts = wholeUnits(base, content)
      expect(parts.units.times(content).plus(parts.rest).eq(base)).toBe(true)
      expect(parts.rest.lt(content)).toBe(true)
    }),
  )
})

test("a unit's own price is not multiplied again; without one it costs what it holds", () => {
  expect(text(priceOfUnit('110', '10', '12'))).toBe('110')
  expect(text(priceOfUnit(null, '10.5', '12'))).toBe('126')
  expect(Number(text(priceOfBase('100', '12')))).toBe(8.333333)
})
