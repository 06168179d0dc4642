import { expect, test } from 'vitest'
import { groupThousands } from './group-thousands.ts'
import { parseDecimal } from './money.ts'

test.each([
  ['7281.8', 2, '7,281.80'],
  ['1234567', 2, '1,234,567.00'],
  ['-123456.5', 2, '-123,456.50'],
  ['999', 0, '999'],
  ['1000', 0, '1,000'],
  ['0.125', 2, '0.125'],
  ['12.5', 3, '12.500'],
  ['١٢٣٤٫٥', 2, '1,234.50'],
  ['1234567890123456.78', 2, '1,234,567,890,123,456.78'],
])('%s with %i decimals reads %s', (figure, decimals, shown) => {
  expect(groupThousands(figure, decimals)).toBe(shown)
  expect(parseDecimal(shown)).toBe(parseDecimal(figure))
})

test('text that is not a number stays as typed', () => {
  expect(groupThousands('', 2)).toBe('')
  expect(groupThousands('12,,5', 2)).toBe('12,,5')
  expect(groupThousands('abc', 2)).toBe('abc')
})
