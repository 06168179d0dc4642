import { expect, test } from 'vitest'
import { sum, text } from './money.ts'
import { shareOfRow } from './order-share.ts'

test('parts by quantity sum to the amount', () => {
  const parts = [1, 1, 1, 4].map((much, index) =>
    shareOfRow('10.00', { quantity: 7, taken: [0, 1, 2, 3][index] as number, much }, 2),
  )
  expect(parts.map((part) => text(part))).toEqual(['1.43', '1.43', '1.43', '5.71'])
  expect(text(sum(parts))).toBe('10')
})

test('the whole quantity takes the whole amount', () => {
  expect(text(shareOfRow('3.33', { quantity: '2.5', taken: 0, much: '2.5' }, 2))).toBe('3.33')
})
