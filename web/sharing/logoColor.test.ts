import { expect, test } from 'vitest'
import { mainColor } from './logoColor.ts'

const pixels = (...colors: [count: number, ...rgba: number[]][]) =>
  colors.flatMap(([count, ...rgba]) => Array.from({ length: count }, () => rgba).flat())

test('takes the most frequent colour, and neither white, black, grey nor what is transparent', () => {
  const logo = pixels(
    [50, 255, 255, 255, 255],
    [40, 0, 0, 0, 255],
    [30, 120, 120, 120, 255],
    [60, 200, 0, 0, 0],
    [9, 20, 60, 160, 255],
  )
  expect(mainColor(logo)).toBe('#143ca0')
})

test('darkens a colour that is not readable on white', () => {
  const color = mainColor(pixels([10, 255, 220, 0, 255])) as string
  expect(color).not.toBe('#ffdc00')
  expect(Number.parseInt(color.slice(1, 3), 16)).toBeLessThan(160)
})

test('a picture without a colour has none', () => {
  expect(mainColor(pixels([10, 255, 255, 255, 255], [4, 10, 10, 10, 255]))).toBeNull()
})
