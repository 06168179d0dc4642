import { expect, test } from 'vitest'
import { parseDate } from './parseDate.ts'

test.each([
  ['2026-11-05', '2026-11-05'],
  [' 2026/11/5 ', '2026-11-05'],
  ['2026.1.5', '2026-01-05'],
  ['٢٠٢٦-١١-٠٥', '2026-11-05'],
  ['٢٠٢٦/١١/٥', '2026-11-05'],
  ['2028-02-29', '2028-02-29'],
])('%s is the day %s', (typed, day) => {
  expect(parseDate(typed)).toBe(day)
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '05/11/2026', '2026-11', 'غداً', ''])('%s is no day', (typed) => {
  expect(parseDate(typed)).toBeNull()
})
