import { describe, expect, test } from 'vitest'
import { nextOccurrences, type Recurrence } from './recurrence.ts'

const days = (change: Partial<Recurrence>, from = 0, count = 4) =>
  nextOccurrences(
    {
      unit: 'month',
      every: 1,
      start_date: '2026-01-31',
      is_month_end: false,
      until_date: null,
      count_max: null,
      ...change,
    },
    from,
    count,
  ).map(({ day }) => day)

describe('the days of what recurs', () => {
  test.each([
    [
      'every two days',
      { unit: 'day', every: 2, start_date: '2026-02-27' },
      ['2026-02-27', '2026-03-01', '2026-03-03', '2026-03-05'],
    ],
    [
      'every week',
      { unit: 'week', start_date: '2026-12-28' },
      ['2026-12-28', '2027-01-04', '2027-01-11', '2027-01-18'],
    ],
    [
      'a day that a month does not have is its last, and the months behind it keep theirs',
      {},
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'the last day of the month from a short month',
      { start_date: '2028-02-29', is_month_end: true },
      ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
    ],
    [
      'every three months',
      { every: 3, start_date: '2026-11-30' },
      ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30'],
    ],
    ['until a day, itself included', { until_date: '2026-03-31' }, ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['a number of times', { count_max: 2 }, ['2026-01-31', '2026-02-28']],
  ] as const)('%s', (_name, change, expected) => expect(days(change)).toEqual(expected))
  test('continues from any occurrence', () => expect(days({}, 12, 2)).toEqual(['2027-01-31', '2027-02-28']))
})
