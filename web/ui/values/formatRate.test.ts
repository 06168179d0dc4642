import { expect, test } from 'vitest'
import { formatRate } from './formatRate.ts'

test('a rate is drawn to its last digit: what is booked at it can be worked out', () => {
  expect([0.02513789, 3.75, 0.0000001].map(formatRate)).toEqual(['0.02513789', '3.75', '0.0000001'])
})
