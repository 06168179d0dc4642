import { expect, test } from 'vitest'
import { filledSample } from './messageBlanks.ts'

test('fills the places of a text that sending fills, and leaves others as typed', () => {
  expect(filledSample('{document} {number} {other}', 'en').replace(/[\u2068\u2069]/g, '')).toBe(
    'Invoice INV-0001 {other}',
  )
  expect(filledSample('المبلغ {total}', 'ar')).toContain('1,150.00 ريال')
})
