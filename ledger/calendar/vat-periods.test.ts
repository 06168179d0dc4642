import { expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { periodsDue, vatPeriodId, vatPeriods } from './vat-periods.ts'

const spans = (list: { from: string; to: string; is_filed: boolean }[]) =>
  list.map(({ from, to, is_filed }) => `${from} ${to}${is_filed ? ' filed' : ''}`)

test('lists the quarters from the first day of business to the current one', () => {
  expect(spans(vatPeriods([], '2025-11-20', '2026-04-01', 'quarterly'))).toEqual([
    '2025-10-01 2025-12-31',
    '2026-01-01 2026-03-31',
    '2026-04-01 2026-06-30',
  ])
})
test('a change of frequency applies after the last filed return', () => {
  const filed = [{ from: '2026-01-01', to: '2026-01-31' }]
  expect(spans(vatPeriods(filed, '2026-01-01', '2026-05-05', 'quarterly'))).toEqual([
    '2026-01-01 2026-01-31 filed',
    '2026-02-01 2026-03-31',
    '2026-04-01 2026-06-30',
  ])
  expect(spans(vatPeriods(filed, '2026-01-01', '2026-03-01', 'monthly'))).toEqual([
    '2026-01-01 2026-01-31 filed',
    '2026-02-01 2026-02-28',
    '2026-03-01 2026-03-31',
  ])
})
test('the id of a period is its last day', () => expect(vatPeriodId('2026-03-31')).toBe(20_260_331))

const [spring, summer, autumn, winter] = [20_260_331, 20_260_630, 20_260_930, 20_261_231] as const
test.each([
  ['0', []],
  ['-40', []],
  ['0.01', [autumn]],
  ['100', [autumn]],
  ['100.01', [autumn, spring]],
  ['500', [autumn, spring]],
])('of the amount due, %s belongs to the latest returns', (owed, ids) => {
  const filed = [
    { id: spring, net: '70', is_claimed: false },
    { id: summer, net: '-30', is_claimed: false },
    { id: autumn, net: '100', is_claimed: false },
    { id: winter, net: '0', is_claimed: false },
  ]
  expect([...periodsDue(filed, decimal(owed), decimal(0))]).toEqual(ids)
})

test.each([
  // Nothing was paid, then a part of it, then all of it.
  ['70', '0', [autumn]],
  ['-29.99', '0', [autumn]],
  ['-30', '0', []],
  // The refund came, or a part of it.
  ['0.01', '30', [autumn]],
  ['0', '30', []],
  ['-10', '20', []],
  ['-9.99', '20', [autumn]],
  // Other amounts received are not refunds.
  ['0', '45', []],
])('with a claimed credit of 30 on its way, an account that owes %s of which %s came back', (owed, refunded, ids) => {
  const filed = [
    { id: summer, net: '-30', is_claimed: true },
    { id: autumn, net: '100', is_claimed: false },
  ]
  expect([...periodsDue(filed, decimal(owed), decimal(refunded))]).toEqual(ids)
})

test.each([
  ['70', [spring]],
  ['-29', [spring]],
  ['-30', []],
])('a carried credit pays no earlier return: %s', (owed, ids) => {
  const filed = [
    { id: spring, net: '100', is_claimed: false },
    { id: summer, net: '-30', is_claimed: false },
  ]
  expect([...periodsDue(filed, decimal(owed), decimal(0))]).toEqual(ids)
})
