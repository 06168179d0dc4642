import { expect, test } from 'vitest'
import { type MovedRow, movedIndex, movedRows } from './goodsRows.ts'

const row = (id: number, quantity: string): MovedRow => ({
  ...{ id, quantity, name: 'أرز', name_en: null, open: 5, on_hand: 7, available: 2 },
})
const rows = [row(11, '2'), row(12, ''), row(13, '0'), row(14, '1.5')]

test('only rows that move something are sent', () => {
  expect(movedRows(rows, 'order_line_id')).toEqual([
    { order_line_id: 11, quantity: '2' },
    { order_line_id: 14, quantity: '1.5' },
  ])
})

test('an error of the server is found by the place among the rows that are sent', () => {
  expect(rows.map((_, index) => movedIndex(rows, index))).toEqual([0, null, null, 1])
})
