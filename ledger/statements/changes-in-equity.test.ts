import { expect, test } from 'vitest'
import { decimal, text } from '../money.ts'
import { changesInEquity } from './changes-in-equity.ts'

const amounts = (of: Record<number, string>) =>
  new Map(Object.entries(of).map(([id, value]) => [Number(id), decimal(value)]))
const none = amounts({})

test('each column and each line sums, and profit is in retained earnings before it is closed', () => {
  const lines = changesInEquity({
    accounts: [1, 2, 3],
    retained: 2,
    opening: amounts({ 1: '1000', 2: '200' }),
    unclosed_profit: decimal('50'),
    profit: decimal('300'),
    moves: {
      brought: none,
      corrections: none,
      dividends: amounts({ 3: '-120' }),
      capital: amounts({ 1: '500' }),
      transfers: amounts({ 1: '40', 2: '-40' }),
    },
  })
  expect(
    lines.map(({ name, amounts: own, total }) => [
      name,
      ...[1, 2, 3].map((id) => text(own.get(id) ?? decimal(0))),
      text(total),
    ]),
  ).toEqual([
    ['opening', '1000', '250', '0', '1250'],
    ['profit', '0', '300', '0', '300'],
    ['dividends', '0', '0', '-120', '-120'],
    ['capital', '500', '0', '0', '500'],
    ['transfers', '40', '-40', '0', '0'],
    ['closing', '1540', '510', '-120', '1930'],
  ])
})
