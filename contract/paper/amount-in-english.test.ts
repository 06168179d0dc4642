import { expect, test } from 'vitest'
import { amountInEnglish } from './amount-in-english.ts'

test.each([
  ['SAR', 2, 0, 'Zero Saudi riyals only'],
  ['SAR', 2, 1, 'One Saudi riyal only'],
  ['SAR', 2, 0.5, 'Fifty halalas only'],
  ['SAR', 2, 21.01, 'Twenty-one Saudi riyals and one halala only'],
  ['SAR', 2, 115, 'One hundred and fifteen Saudi riyals only'],
  ['SAR', 2, 3047.5, 'Three thousand and forty-seven Saudi riyals and fifty halalas only'],
  ['USD', 2, 1150, 'One thousand one hundred and fifty US dollars only'],
  [
    ...(['USD', 2, 2_300_018.21] as const),
    'Two million three hundred thousand and eighteen US dollars and twenty-one cents only',
  ],
  ['GBP', 2, 2.02, 'Two pounds sterling and two pence only'],
  ['KWD', 3, 12.345, 'Twelve Kuwaiti dinars and three hundred and forty-five fils only'],
  ['JPY', 0, 1000, 'One thousand Japanese yen only'],
  ['EUR', 2, 5_000_000_000, 'Five billion euros only'],
  ['CHF', 2, 1150, '1,150.00 CHF only'],
])('of %s with %d decimals, %d is %s', (code, decimals, value, said) => {
  expect(amountInEnglish({ value, currency: { code, decimals } })).toBe(said)
})
