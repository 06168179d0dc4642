import { expect, test } from 'vitest'
import { withUnits } from './CountedUnits.tsx'

test.each([
  ['', '3', 12, '36'],
  ['4', '3', 12, '40'],
  ['4', '0.5', 12, '10'],
  ['x', '3', 12, null],
  ['4', '', 12, null],
  ['4', '-1', 12, null],
])('%s pieces and %s of a unit of %s are %s', (typed, figure, content, total) => {
  expect(withUnits(typed, figure, content)).toBe(total)
})
