import { expect, test } from 'vitest'
import { decimal } from './money.ts'
import { owedPeriods, vatPeriodId, vatPeriods } from './vat-periods.ts'

const spans = (list: { from: string; to: string; is_filed: boolean }[]) =>
  list.map(({ from, to, is_filed }) => `${from} ${to}${is_filed ? ' filed' : ''}`)

test('quarters from the first day of business to the one today lies in', () => {
  expect(spans(vatPeriods([], '2025-11-20', '2026-04-01', 'quarterly'))).toEqual([
    ...['2025-10-01 2025-12-31', '2026-01-01 2026-03-31', '2026-04-01 2026-06-30'],
  ])
})
test('a change of frequency holds after what was filed', () => {
  const filed = [{ from: '2026-01-01', to: '2026-01-31' }]
  expect(spans(vatPeriods(filed, '2026-01-01', '2026-05-05', 'quarterly'))).toEqual([
    ...['2026-01-01 2026-01-31 filed', '2026-02-01 2026-03-31', '2026-04-01 2026-06-30'],
  ])
  expect(spans(vatPeriods(filed, '2026-01-01', '2026-03-01', 'monthly'))).toEqual([
    ...['2026-01-01 2026-01-31 filed', '2026-02-01 2026-02-28', '2026-03-01 2026-03-31'],
  ])
})
test('a period is known by its last day', () => expect(vatPeriodId('2026-03-31')).toBe(20_260_331))

test.each([
  ['0', []],
  ['-40', []],
  ['0.01', [20_260_930]],
  ['100', [20_260_930]],
  ['100.01', [20_260_930, 20_260_331]],
  ['500', [20_260_930, 20_260_331]],
])('of what is owed, %s belongs to the latest returns', (owed, ids) => {
  const filed = [
    { id: 20_260_331, net: '70' },
    { id: 20_260_630, net: '-30' },
    { id: 20_260_930, net: '100' },
    { id: 20_261_231, net: '0' },
  ]
  expect([...owedPeriods(filed, decimal(owed))]).toEqual(ids)
})
