import { expect, test } from 'vitest'
import { addDays, addMonths, comparedRange, monthEnd, partsOf } from './calendar.ts'

test('dates equal those of the system calendar, through leap years and centuries', () => {
  for (let time = Date.UTC(1999, 0, 1); time < Date.UTC(2101, 0, 1); time += 17 * 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    for (const step of [-366, -1, 0, 1, 31, 59, 365])
      expect(addDays(day, step)).toBe(new Date(time + step * 86_400_000).toISOString().slice(0, 10))
  }
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-15', -3, '2025-12-15'],
  ['2026-11-30', 14, '2028-01-30'],
])('%s and %i months is %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

test.each([
  ['2024-02-10', '2024-02-29'],
  ['2100-02-10', '2100-02-28'],
  ['2026-12-01', '2026-12-31'],
])('the month of %s ends on %s', (day, end) => expect(monthEnd(day)).toBe(end))

test.each([
  ['2026-03-01', '2026-03-31', 'previous_period', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-12-31', 'previous_period', '2025-01-01', '2025-12-31'],
  ['2026-04-01', '2026-06-30', 'previous_period', '2026-01-01', '2026-03-31'],
  ['2026-03-05', '2026-03-11', 'previous_period', '2026-02-26', '2026-03-04'],
  ['2026-03-01', '2026-03-10', 'previous_period', '2026-02-19', '2026-02-28'],
  ['2026-03-10', '2026-03-31', 'previous_period', '2026-02-16', '2026-03-09'],
  ['2025-02-01', '2025-02-28', 'same_period_last_year', '2024-02-01', '2024-02-29'],
  ['2026-05-10', '2026-05-20', 'same_period_last_year', '2025-05-10', '2025-05-20'],
] as const)('%s to %s, %s: %s to %s', (from, to, compare, before, end) =>
  expect(comparedRange({ from, to }, compare)).toEqual({ from: before, to: end }),
)
test('nothing is compared unless requested', () =>
  expect(comparedRange({ from: '2026-01-01', to: '2026-01-31' }, 'none')).toBeNull())

test('a range falls into its months and quarters', () => {
  expect(partsOf({ from: '2026-01-15', to: '2026-03-02' }, 'month')).toEqual([
    { from: '2026-01-15', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-02' },
  ])
  expect(partsOf({ from: '2026-02-01', to: '2026-07-31' }, 'quarter')).toEqual([
    { from: '2026-02-01', to: '2026-03-31' },
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-07-31' },
  ])
})
