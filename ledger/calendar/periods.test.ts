import { expect, test } from 'vitest'
import { type Area, admits, canTransitionTo, defaultYear, type YearStatus, yearStatuses } from './periods.ts'

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
  expect(yearStatuses.filter((to) => canTransitionTo(from, to))).toEqual(allowed)
})

const areas: Area[] = ['sales', 'purchases', 'stock', 'manual', 'fx_reval']
test.each<[YearStatus, boolean, Area[]]>([
  ['open', false, areas],
  ['under_review', true, ['stock', 'manual', 'fx_reval']],
  ['under_review', false, []],
  ['closed', true, []],
  ['draft', true, []],
])('a year %s accepts, from a user who may adjust (%s): %s', (status, mayAdjust, taken) => {
  expect(areas.filter((area) => admits(status, area, mayAdjust))).toEqual(taken)
})
