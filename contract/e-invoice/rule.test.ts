import { expect, test } from 'vitest'
import { isOutside } from './rule.ts'

test.each([
  ['🎉🎉', 3, 1000, true],
  ['🎉🎉🎉', 3, 1000, false],
  ['م', 3, 1000, true],
  ['ab', 2, 4, false],
  ['🎉'.repeat(4), 1, 4, false],
  ['🎉'.repeat(5), 1, 4, true],
  ['', 3, 4, false],
] as const)('%s with %s to %s characters is outside: %s', (text, min, max, is) => {
  expect(isOutside(text, min, max)).toBe(is)
})
