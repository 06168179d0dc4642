import { expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import { emptyReference, type OpenDocument } from './referenceRow.ts'
import { ticked } from './ticked.ts'

const document = (id: number, remaining_amount: number) =>
  ({
    id,
    invoice_number: `INV-${id}`,
    invoice_date: '2026-01-01',
    due_date: '2026-02-01',
    total: remaining_amount,
    paid_amount: 0,
    remaining_amount,
  }) as unknown as OpenDocument
const amounts = (rows: ReturnType<typeof ticked>) => rows.map((row) => [row.reference_id, row.amount])

test('a selected document takes its open amount, and the next one is added below', () => {
  const first = ticked(sales, [emptyReference()], document(1, 115), null)
  expect(amounts(first)).toEqual([['1', '115']])
  expect(amounts(ticked(sales, first, document(2, 50), null))).toEqual([
    ['1', '115'],
    ['2', '50'],
  ])
})
test('an entered amount is allocated as far as it reaches', () => {
  const first = ticked(sales, [], document(1, 115), '150')
  expect(amounts(ticked(sales, first, document(2, 50), '150'))).toEqual([
    ['1', '115'],
    ['2', '35'],
  ])
})
test('deselecting removes the row, and the last one leaves an empty row', () => {
  const two = ticked(sales, ticked(sales, [], document(1, 115), null), document(2, 50), null)
  const one = ticked(sales, two, document(1, 115), null)
  expect(amounts(one)).toEqual([['2', '50']])
  expect(ticked(sales, one, document(2, 50), null)).toEqual([emptyReference()])
})
