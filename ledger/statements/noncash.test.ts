import { expect, test } from 'vitest'
import { text } from '../money.ts'
import { movedSince, type Section, type Unmoved, unmovedIn } from './noncash.ts'

// Accounts: 1 an asset, 2 a loan or lease, 3 cash, 4 payables, 5 VAT, 6 accumulated depreciation of what is sold, 9 a result.
const places: Record<number, Section | 'cash' | 'working'> = {
  1: 'inv',
  2: 'fin',
  3: 'cash',
  4: 'working',
  5: 'working',
  6: 'inv',
}
const placing = { sectionOf: (id: number) => places[id] ?? null, decimals: 2 }
const entry = (...lines: [account: number, debit: number, credit: number][]) =>
  lines.map(([account_id, debit, credit]) => ({ account_id, debit, credit, effect: credit - debit }))
const figuresOf = ({ sections, working, other }: Unmoved) => {
  const spelled = (map: Map<number, Parameters<typeof text>[0]>) =>
    Object.fromEntries([...map].map(([id, amount]) => [id, text(amount)]))
  return [spelled(sections), spelled(working), text(other)]
}

test.each([
  ['an asset bought on credit', entry([1, 1000, 0], [5, 150, 0], [4, 0, 1150]), { 1: '1000' }, { 4: '-1000' }, '0'],
  ['a lease', entry([1, 500, 0], [2, 0, 500]), { 1: '500', 2: '-500' }, {}, '0'],
  ['paid in part, the rest by a loan', entry([1, 1000, 0], [3, 0, 400], [2, 0, 600]), { 1: '600', 2: '-600' }, {}, '0'],
  ['paid in part, the rest owed', entry([1, 1000, 0], [3, 0, 400], [4, 0, 600]), { 1: '600' }, { 4: '-600' }, '0'],
  ['paid at once', entry([1, 1000, 0], [5, 150, 0], [3, 0, 1150]), {}, {}, '0'],
  ['sold for cash', entry([3, 1500, 0], [6, 2000, 0], [1, 0, 3000], [9, 0, 500]), {}, {}, '0'],
  ['scrapped', entry([6, 60, 0], [9, 40, 0], [1, 0, 100]), { 6: '60', 1: '-100' }, {}, '40'],
  ['interest added to a loan', entry([9, 100, 0], [2, 0, 100]), { 2: '-100' }, {}, '100'],
  ['a loan instalment', entry([2, 900, 0], [9, 100, 0], [3, 0, 1000]), {}, {}, '0'],
])('%s', (_, lines, sections, working, other) => {
  expect(figuresOf(unmovedIn(lines, placing))).toEqual([sections, working, other])
})

test('a later payment is a cash flow of its own period, in proportion', () => {
  const owed = unmovedIn(entry([1, 1000, 0], [5, 150, 0], [4, 0, 1150]), placing)
  expect(figuresOf(movedSince(owed, 575, 1150, 2))).toEqual([{ 1: '-500' }, { 4: '500' }, '0'])
})
