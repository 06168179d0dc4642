import { expect, test } from 'vitest'
import { valueAxis } from './valueAxis.ts'

test.each([
  [0, [0, 0.25, 0.5, 0.75, 1]],
  [4, [0, 1, 2, 3, 4]],
  [95, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('up to %d', (highest, values) => expect(valueAxis(highest)).toEqual(values))
