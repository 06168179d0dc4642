import { expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import { type OpenDocument, offeredDocuments, recapped, referenceOf } from './referenceRow.ts'

const invoice = (id: number, total: number, paid_amount: number): OpenDocument => ({
  id,
  total,
  paid_amount,
  remaining_amount: total - paid_amount,
  due_date: '2026-02-01',
  currency_id: 1,
  invoice_number: `INV-${id}`,
  invoice_date: '2026-01-01',
})
const figures = (documents: readonly OpenDocument[]) =>
  documents.map(({ id, total, paid_amount, remaining_amount }) => [id, total, paid_amount, remaining_amount])

test("a payment's own allocation counts as open to it, so paid and open sum to the total", () => {
  const row = referenceOf(sales, invoice(1, 500, 450), '400', '400')
  expect([row.total, row.paid_amount, row.open]).toEqual(['500', '50', '450'])
})

test('a document that only this payment settles can be chosen again after its row was removed', () => {
  const settled = { ...referenceOf(sales, invoice(1, 400, 400), '400', '400'), stored: true as const }
  const half = { ...referenceOf(sales, invoice(2, 300, 100.5), '100.5', '100.5'), stored: true as const }
  const open = [invoice(2, 300, 100.5), invoice(3, 70, 0)]
  const offered = offeredDocuments(sales, open, [settled, half], '1')
  expect(figures(offered)).toEqual([
    [1, 400, 0, 400],
    [2, 300, 0, 300],
    [3, 70, 0, 70],
  ])
  expect(offered[0]).toMatchObject({ invoice_number: 'INV-1', invoice_date: '2026-01-01', currency_id: 1 })
})

test('a row that was only added offers nothing of its own', () => {
  const added = referenceOf(sales, invoice(1, 400, 0), '100')
  expect(figures(offeredDocuments(sales, [invoice(1, 400, 0)], [added], '1'))).toEqual([[1, 400, 0, 400]])
})

test('lowering the amount cuts the last rows first and keeps rows that fit', () => {
  const rows = ['1000', '500', '250.5'].map((amount, index) => referenceOf(sales, invoice(index + 1, 1000, 0), amount))
  const amounts = (amount: string) => recapped(rows, amount).map((row) => row.amount)
  expect(amounts('1750.50')).toEqual(['1000', '500', '250.5'])
  expect(amounts('1200')).toEqual(['1000', '200', '0'])
  expect(amounts('0')).toEqual(['0', '0', '0'])
  expect(recapped(rows, '1750.50')[0]).toBe(rows[0])
})

test('an incomplete amount reduces no row', () => {
  const rows = [referenceOf(sales, invoice(1, 1000, 0), '1000')]
  expect(recapped(rows, '')).toBe(rows)
  expect(recapped(rows, '12..')).toBe(rows)
})
