import { expect, test } from 'vitest'
import { addDays, daysBetween } from './addDays.ts'

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-12-31', 1, '2029-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s and %i days is %s', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
})

test.each([
  ['2028-02-28', '2028-03-01', 2],
  ['2028-02-28', '2028-02-28', 0],
  ['2028-03-01', '2028-02-28', null],
  ['2028-03', '2028-04-01', null],
  ['2028-03-01', '', null],
])('from %s to %s there are %s days: none where the due date comes first or is incomplete', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})
