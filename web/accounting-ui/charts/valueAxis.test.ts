import { expect, test } from 'vitest'
import { valueAxis } from './valueAxis.ts'

test.each([
  [0, [0, 0.25, 0.5, 0.75, 1]],
  [4, [0, 1, 2, 3, 4]],
  [95, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('covers amounts up to %d with round lines', (highest, values) => expect(valueAxis(highest)).toEqual(values))

test.each([
  [100, -30, [-50, -25, 0, 25, 50, 75, 100]],
  [0, -8, [-8, -6, -4, -2, 0]],
  [10, -100, [-100, -75, -50, -25, 0, 25]],
])('reaches below zero for a negative amount: %d to %d', (highest, lowest, values) =>
  expect(valueAxis(highest, lowest)).toEqual(values),
)
