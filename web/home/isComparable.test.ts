import { expect, test } from 'vitest'
import { isComparable } from './isComparable.ts'

const months = ['2026-10', '2026-11'].map((month) => ({ month }))

test.each([
  [null, false, false],
  ['2026-11', false, false],
  ['2026-10', false, false],
  ['2026-09', true, false],
  ['2025-02', true, false],
  ['2025-01', true, true],
  ['2024-12', true, true],
])('sold since %s: comparable with last month %s, with last year %s', (sold_since, month, year) => {
  const home = { months, sold_since, year_since: '2026-01-01' }
  expect([isComparable(home, 'last_month'), isComparable(home, 'last_year')]).toEqual([month, year])
})

test('last year is the financial year before: a year from July compares with July', () => {
  const home = { months, sold_since: '2025-07', year_since: '2026-07-01' }
  expect(isComparable(home, 'last_year')).toBe(true)
  expect(isComparable({ ...home, sold_since: '2025-08' }, 'last_year')).toBe(false)
})
