import { expect, test } from 'vitest'
import { reckonedDiscount, shownDiscount, typedDiscount } from './DiscountInput.tsx'

test.each([
  ['', '', '', ''],
  ['25', '25', '', '25'],
  ['25%', '', '25', '25%'],
  ['٢٥٪', '', '25', '25%'],
  ['1,250.5', '1250.5', '', '1250.5'],
  ['%', '', '', ''],
  ['ten', 'ten', '', 'ten'],
])('%s is an amount of "%s" or a percentage of "%s"', (typed, discount_amount, discount_percent, shown) => {
  expect(typedDiscount(typed)).toEqual({ discount_amount, discount_percent })
  expect(shownDiscount(typedDiscount(typed))).toBe(shown)
})

test('ignores an incomplete figure while it is typed, and never exceeds the whole amount', () => {
  expect(reckonedDiscount(typedDiscount('ten'))).toEqual({ discount_amount: null, discount_percent: null })
  expect(reckonedDiscount(typedDiscount('-5'))).toEqual({ discount_amount: null, discount_percent: null })
  expect(reckonedDiscount(typedDiscount('101%'))).toEqual({ discount_amount: null, discount_percent: '100' })
})
