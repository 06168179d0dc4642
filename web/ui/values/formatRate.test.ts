import { expect, test } from 'vitest'
import { formatRate } from './formatRate.ts'

test('a rate is shown with all digits, so that its postings can be verified', () => {
  expect([0.02513789, 3.75, 0.0000001].map(formatRate)).toEqual(['0.02513789', '3.75', '0.0000001'])
})
