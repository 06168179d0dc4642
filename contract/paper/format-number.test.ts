import { expect, test } from 'vitest'
import { decimal } from '#ledger/money.ts'
import { formatNumber, formatPlain } from './format-number.ts'

test('a typed figure is drawn to its last digit, however long it is', () => {
  expect(formatNumber(decimal('141999999999741512345.675'))).toBe('141,999,999,999,741,512,345.68')
  expect(formatNumber(decimal('-1e21'), 0)).toBe('-1,000,000,000,000,000,000,000')
  expect(formatPlain(decimal('0.1234565'))).toBe('0.123457')
})
test.each([decimal('-0.004'), -0.004, -0, decimal('-0')])('zero has no sign: %s', (value) => {
  expect(formatNumber(value)).toBe('0.00')
})
test.each([
  ['1.005', '1.01'],
  ['-1.005', '-1.01'],
])('a half is rounded away from zero: %s', (value, drawn) => {
  expect(formatNumber(decimal(value))).toBe(drawn)
})
