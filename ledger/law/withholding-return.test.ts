import { expect, test } from 'vitest'
import { decimal, text } from '../money.ts'
import {
  unpaidMonths,
  withholdingDue,
  withholdingFine,
  withholdingRate,
  withholdingReturnRules,
  withholdingStatementDue,
} from './withholding-return.ts'

test('a month is filed by the tenth of the next one, the statement of a year within 120 days', () => {
  expect(['2026-01-31', '2026-02-28', '2026-12-31'].map(withholdingDue)).toEqual([
    '2026-02-10',
    '2026-03-10',
    '2027-01-10',
  ])
  expect(withholdingStatementDue('2026-12-31')).toBe('2027-04-30')
})

test('a type has the rate of the day of its payment, and none before the law', () => {
  expect(withholdingRate('technical_services_related', '2023-09-14')).toBe('15')
  expect(withholdingRate('technical_services_related', '2023-09-15')).toBe('5')
  expect(withholdingRate('royalties', '1990-01-01')).toBeUndefined()
})

test.each([
  [29, '0'],
  [30, '18.75'],
  [61, '37.5'],
])('what is unpaid for %s days is fined %s', (days, fine) => {
  const [rule] = withholdingReturnRules
  expect(rule && text(withholdingFine('1875', days, rule.values, 2))).toBe(fine)
})

test.each<[string, [number, string][]]>([
  [
    '300',
    [
      [2, '100'],
      [1, '100'],
    ],
  ],
  [
    '250',
    [
      [2, '100'],
      [1, '50'],
    ],
  ],
  ['150', [[2, '50']]],
  ['100', []],
  ['0', []],
])('of a balance of %s the running month holds its part, and payments settled the oldest month first', (owed, left) => {
  const months = [
    { id: 1, tax: '100', is_filed: true },
    { id: 2, tax: '100', is_filed: true },
    { id: 3, tax: '100', is_filed: false },
  ]
  const found = [...unpaidMonths(months, decimal(owed))].map(([id, amount]) => [id, text(amount)])
  expect(found).toEqual(left)
})

test.each([
  ['60', '100'],
  ['-10', '30'],
])('of a balance of %s, which a month of reversals lowered by 40, the month before it has %s unpaid', (owed, left) => {
  const months = [
    { id: 1, tax: '100', is_filed: true },
    { id: 2, tax: '-40', is_filed: true },
  ]
  expect([...unpaidMonths(months, decimal(owed))].map(([id, amount]) => [id, text(amount)])).toEqual([[1, left]])
})
