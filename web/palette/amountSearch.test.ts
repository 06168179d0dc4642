import { expect, test } from 'vitest'
import { listQueryOf, searchedAmount } from './amountSearch.ts'

test.each([
  ['=1150', '1150'],
  ['= 1150', '1150'],
  ['=1,150.00', '1150.00'],
  ['=١١٥٠', '1150'],
  ['=١٬١٥٠٫٥', '1150.5'],
  ['1150', null],
  ['=', null],
  ['=abc', null],
  ['=1.2.3', null],
])('%s looks for the amount %s', (typed, amount) => {
  expect(searchedAmount(typed)).toBe(amount)
})

test('an amount is asked of lists with an amount range, words of all', () => {
  const ranged = { list: { filter: { amount_from: {}, amount_to: {} } } } as never
  const plain = { list: { filter: {} } } as never
  expect(listQueryOf(ranged, '=1150')).toEqual({ amount_from: '1150', amount_to: '1150' })
  expect(listQueryOf(plain, '=1150')).toBeNull()
  expect(listQueryOf(plain, 'INV')).toEqual({ keyword: 'INV' })
})
