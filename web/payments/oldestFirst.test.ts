import { expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import { oldestFirst } from './oldestFirst.ts'
import type { OpenDocument } from './referenceRow.ts'

const invoice = (id: number, due_date: string, total: number, paid_amount = 0): OpenDocument => ({
  id,
  due_date,
  total,
  paid_amount,
  remaining_amount: total - paid_amount,
  invoice_number: `INV-${id}`,
  invoice_date: '2026-01-01',
})
const open = [invoice(3, '2026-03-01', 300), invoice(1, '2026-01-31', 115, 15), invoice(2, '2026-01-31', 50.5)]
const asWritten = (typed: string, offered = open) =>
  oldestFirst(sales, offered, typed).map(({ number, amount }) => [number, amount])

test.each([
  [
    'an amount reaches as far as it does',
    '120',
    [
      ['INV-1', '100'],
      ['INV-2', '20'],
    ],
  ],
  [
    'what is more than all of them stays on account',
    '1000',
    [
      ['INV-1', '100'],
      ['INV-2', '50.5'],
      ['INV-3', '300'],
    ],
  ],
  [
    'without an amount everything that is open is settled',
    '',
    [
      ['INV-1', '100'],
      ['INV-2', '50.5'],
      ['INV-3', '300'],
    ],
  ],
  ['nothing settles nothing', '0', []],
])('%s', (_, typed, rows) => {
  expect(asWritten(typed)).toEqual(rows)
})

test('a paid document is skipped', () => {
  expect(asWritten('10', [invoice(1, '2026-01-01', 100, 100), invoice(2, '2026-02-01', 100)])).toEqual([
    ['INV-2', '10'],
  ])
})
