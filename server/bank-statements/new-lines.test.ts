import { expect, test } from 'vitest'
import { isSameAccount } from './account-number.ts'
import { fingerprints, unknownLines } from './new-lines.ts'

// A line is counted once, in files of any days and formats, and never left out because another has its amount.

type Row = [day: string, amount: string, text: string]
const line = ([date, amount, description]: Row) => ({
  date: `2026-01-${date}`,
  amount,
  description,
  reference: null,
  counterparty: null,
  balance: null,
})
const known = (rows: Row[]) => {
  const lines = rows.map(line)
  const marks = fingerprints(lines)
  return lines.map(({ date, amount }, index) => ({ line_date: date, amount, fingerprint: marks[index] as string }))
}
const earlier = (from: string, to: string, opening_balance: string) => ({
  from_date: `2026-01-${from}`,
  to_date: `2026-01-${to}`,
  opening_balance,
})
const texts = (rows: Row[], opening_balance: string | null, before: Row[], statements: ReturnType<typeof earlier>[]) =>
  unknownLines(
    { lines: rows.map(line), opening_balance, has_balances: opening_balance !== null },
    known(before),
    statements,
  ).map(({ description }) => description)

const before: Row[] = [
  ['05', '10', 'POS 1'],
  ['05', '10', 'POS 2'],
  ['06', '-3', 'FEE'],
]
const again: Row[] = [
  ['05', '10', 'شراء ١'],
  ['05', '10', 'شراء ٢'],
  ['06', '-3', 'رسوم'],
  ['06', '-3', 'رسوم أخرى'],
  ['07', '5', 'جديد'],
]

test('knows the lines of a day that begins with the same balance, with any texts', () => {
  expect(texts(again, '100', before, [earlier('05', '06', '100')])).toEqual(['رسوم أخرى', 'جديد'])
  // A file that begins earlier, and one that begins in the middle of the other.
  expect(texts([['04', '7', 'قبل'], ...again], '93', before, [earlier('05', '06', '100')])).toEqual([
    'قبل',
    'رسوم أخرى',
    'جديد',
  ])
  expect(texts(again.slice(2), '120', before, [earlier('05', '06', '100')])).toEqual(['رسوم أخرى', 'جديد'])
})

test('goes by the texts where the balances do not say that it is the same day', () => {
  expect(texts(again, '99', before, [earlier('05', '06', '100')])).toHaveLength(5)
  expect(texts(again, null, before, [earlier('05', '06', '100')])).toHaveLength(5)
  // The second page of a day begins where the first one ended.
  const page: Row[] = [['05', '10', 'POS 3']]
  expect(texts(page, '120', before.slice(0, 2), [earlier('05', '05', '100')])).toEqual(['POS 3'])
})

test.each([
  ['SA0380000000608010167519', '608010167519', true],
  ['000608010167519', '608010167519', true],
  ['608010167519', '608010167520', false],
  ['SA0380000000608010167519', '67519', false],
])('the accounts %s and %s: %s', (one, other, isSame) => {
  expect([isSameAccount(one, other), isSameAccount(other, one)]).toEqual([isSame, isSame])
})
