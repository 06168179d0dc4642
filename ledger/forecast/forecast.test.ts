import { expect, test } from 'vitest'
import { text } from '../money.ts'
import { expectedOn, forecastEnd, lessPaidAhead, vatPayable, weekOf } from './forecast.ts'

test.each([
  ['2026-11-28', null],
  ['2026-11-29', 1],
  ['2026-12-05', 1],
  ['2026-12-06', 2],
  ['2027-02-27', 13],
  ['2027-02-28', null],
])('%s is in week %s of a forecast made on 2026-11-28', (day, week) => {
  expect(weekOf(day, '2026-11-28')).toBe(week)
})

test('the last day of a forecast is in its last week', () => {
  expect(weekOf(forecastEnd('2026-11-28'), '2026-11-28')).toBe(13)
})

test.each([
  ['2026-12-01', 10, '2026-12-11'],
  ['2026-12-01', -5, '2026-11-29'],
  ['2026-01-01', 30, '2026-11-29'],
  ['2026-12-20', -5, '2026-12-15'],
])('what is due on %s and %s days late is expected on %s, never in the past', (due, late, day) => {
  expect(expectedOn(due, late, '2026-11-28')).toBe(day)
})

test('what was paid ahead covers the earliest items, and leaves the rest', () => {
  const items = [
    { due_date: '2026-12-10', amount: '100' },
    { due_date: '2026-12-01', amount: '40.50' },
    { due_date: '2026-12-20', amount: '7' },
  ]
  const left = (ahead: string) => lessPaidAhead(items, ahead).map((item) => [item.due_date, text(item.left)])
  expect(left('0')).toEqual([
    ['2026-12-01', '40.5'],
    ['2026-12-10', '100'],
    ['2026-12-20', '7'],
  ])
  expect(left('60')).toEqual([
    ['2026-12-10', '80.5'],
    ['2026-12-20', '7'],
  ])
  expect(left('500')).toEqual([])
})

test('a VAT credit lowers the next payments and is never paid', () => {
  const periods = [
    { to: '2026-03-31', amount: '-50' },
    { to: '2026-06-30', amount: '30' },
    { to: '2026-09-30', amount: '100' },
  ]
  expect(vatPayable(periods).map(({ to, amount }) => [to, text(amount)])).toEqual([['2026-09-30', '80']])
})
