import { expect, test } from 'vitest'
import type { BankLine } from '#contract/bank.ts'
import { matching } from './matching.ts'

const line = (entry_id: number, amount: number, more: Partial<BankLine> = {}) =>
  ({ entry_id, amount, entry_date: '2025-10-27', number: `RCV-${entry_id}`, description: null, ...more }) as BankLine
const lines = [line(1, 1734.2), line(2, -6525), line(3, 1250.75, { party: 'مؤسسة الربيع', party_en: null })]
const found = (find: string, decimals = 2) => matching(lines, find, decimals).map(({ entry_id }) => entry_id)

test.each([
  ['1,734.20', [1]],
  ['1734.20', [1]],
  ['1734.2', [1]],
  ['١٬٧٣٤٫٢٠', [1]],
  ['6,525.00', [2]],
  ['6525', [2]],
  ['1,734', [1]],
  ['6,', [2]],
  ['الربيع', [3]],
  ['مؤسسه', [3]],
  ['rcv-2', [2]],
  ['2025-10', [1, 2, 3]],
  ['', [1, 2, 3]],
])('%s finds the lines of the books that show it', (find, expected) => {
  expect(found(find)).toEqual(expected)
})

test('three decimals are found as they are drawn', () => {
  expect(found('1,250.750', 3)).toEqual([3])
})
