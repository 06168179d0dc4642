import { expect, test } from 'vitest'
import { type SumRow, sumRanges } from './sum-formulas.ts'

const line = (figure: number | null, level = 1): SumRow => ({ figure, level, isStrong: false })
const strong = (figure: number | null, level = 1): SumRow => ({ figure, level, isStrong: true })

test('a total adds up the lines above it', () => {
  expect([...sumRanges([line(0.1), line(0.2), strong(0.3)])]).toEqual([[2, { from: 0, to: 1 }]])
})

test('a parent adds up the rows below it, and the total counts none of them twice', () => {
  const rows = [strong(30), strong(10, 2), line(4, 3), line(6, 3), line(20, 2), line(5), strong(35)]
  expect(sumRanges(rows)).toEqual(
    new Map([
      [1, { from: 2, to: 3 }],
      [0, { from: 1, to: 4 }],
      [6, { from: 0, to: 5 }],
    ]),
  )
})

test('a subtotal adds up the lines of its own part only', () => {
  const rows = [strong(null), line(7, 2), line(1, 2), strong(8), strong(null), line(-3, 2), strong(-3), strong(5)]
  expect(sumRanges(rows)).toEqual(
    new Map([
      [3, { from: 1, to: 2 }],
      [6, { from: 5, to: 5 }],
      [7, { from: 0, to: 6 }],
    ]),
  )
})

test('a figure that is no sum of its rows stays a figure', () => {
  expect(sumRanges([line(1), line(2), strong(4)]).size).toBe(0)
  expect(sumRanges([strong(4), line(1, 2)]).size).toBe(0)
  expect(sumRanges([strong(0)]).size).toBe(0)
})
