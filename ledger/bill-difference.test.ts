import { expect, test } from 'vitest'
import { isBilledBeyond, type PricedRow, priceDifference } from './bill-difference.ts'
import { text } from './money.ts'

const row = (quantity: string, price: string, net: string, more: Partial<PricedRow> = {}): PricedRow => ({
  quantity,
  price,
  net,
  includesTax: false,
  isDiscounted: false,
  ...more,
})
const by = { decimals: 2, tolerance: '0' }

test.each([
  ['a part at the agreed price', row('3', '11.115', '33.35'), row('1', '11.115', '11.12'), by, null],
  ['a halala more', row('1', '12.50', '12.50'), row('1', '12.51', '12.51'), by, ['12.5', '12.51']],
  ['a lower price', row('10', '12.345', '123.45'), row('10', '12', '120'), by, ['123.45', '120']],
  ['another price without more to pay', row('1', '12.345', '12.35'), row('1', '12.35', '12.35'), by, null],
  ['within the tolerance', row('10', '100', '1000'), row('10', '102', '1020'), { ...by, tolerance: '2' }, null],
  [
    'a halala over the tolerance',
    row('10', '100', '1000'),
    row('10', '102.001', '1020.01'),
    { ...by, tolerance: '2' },
    ['1000', '1020.01'],
  ],
  [
    'a discount that was not agreed',
    row('10', '100', '1000'),
    row('10', '100', '900', { isDiscounted: true }),
    by,
    ['1000', '900'],
  ],
  [
    'an agreed discount that is missing',
    row('10', '100', '900', { isDiscounted: true }),
    row('10', '100', '1000'),
    by,
    ['900', '1000'],
  ],
  ['what was free', row('5', '0', '0'), row('5', '1', '5'), { ...by, tolerance: '50' }, ['0', '5']],
  [
    'prices with tax of the same worth',
    row('1', '100', '100'),
    row('1', '115', '100', { includesTax: true }),
    by,
    null,
  ],
])('priceDifference compares %s', (_, agreed, billed, rule, expected) => {
  const found = priceDifference(agreed, billed, rule)
  expect(found && [text(found.agreed), text(found.billed)]).toEqual(expected)
})

test('isBilledBeyond allows the tolerance of what was ordered, and nothing without one', () => {
  expect(isBilledBeyond('100', '5', '5')).toBe(false)
  expect(isBilledBeyond('100', '5.000001', '5')).toBe(true)
  expect(isBilledBeyond('100', '0.000001', '0')).toBe(true)
})
