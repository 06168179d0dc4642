import { expect, test } from 'vitest'
import { admits, defaultYear, mayBecome, overlaps, type YearStatus, yearStatuses } from './periods.ts'

test.each([
  ['yearly', '2026-12-31'],
  ['six_months', '2026-06-30'],
  ['three_months', '2026-03-31'],
  ['monthly', '2026-01-31'],
] as const)('a %s year ends %s', (type, ended_at) => {
  expect(defaultYear(type, 2026)).toEqual({ started_at: '2026-01-01', ended_at })
})

test('a custom year proposes nothing', () => {
  expect(defaultYear('custom', 2026)).toBeNull()
})

test.each<[YearStatus, YearStatus[]]>([
  ['draft', ['open']],
  ['open', ['closed', 'under_review']],
  ['closed', ['open', 'under_review']],
  ['under_review', ['open', 'closed']],
])('from %s to %s only', (from, allowed) => {
  expect(yearStatuses.filter((to) => mayBecome(from, to))).toEqual(allowed)
})

test.each([
  ['open', 'invoice', 'yes'],
  ['under_review', 'invoice', 'no'],
  ['under_review', 'manual', 'with_permission'],
  ['closed', 'manual', 'no'],
  ['closed', 'closing', 'yes'],
  ['draft', 'opening', 'no'],
  ['draft', 'closing', 'no'],
] as const)('a year %s, an entry of kind %s: %s', (status, kind, expected) => {
  expect(admits(status, kind)).toBe(expected)
})

test('years that share one day overlap', () => {
  const year = { started_at: '2026-01-01', ended_at: '2026-12-31' }
  expect(overlaps(year, { started_at: '2026-12-31', ended_at: '2027-01-31' })).toBe(true)
  expect(overlaps(year, { started_at: '2027-01-01', ended_at: '2027-12-31' })).toBe(false)
})
