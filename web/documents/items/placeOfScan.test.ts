import { expect, test } from 'vitest'
import { placeOfScan } from './placeOfScan.ts'

const row = (product_id: string, quantity: string, taken: object = {}) => ({
  product_id,
  product_unit_id: '',
  quantity,
  order_line_id: '',
  goods_line_id: '',
  ...taken,
})

test.each([
  ['a row of its own where its product has none', [row('2', '3')], { place: null, quantity: '1' }],
  ['the row of its product', [row('1', '3'), row('2', '1')], { place: 0, quantity: '4' }],
  ['the last of two rows', [row('1', '3'), row('1', '0.5')], { place: 1, quantity: '1.5' }],
  ['a row of its own next to one of an order', [row('1', '3', { order_line_id: '7' })], { place: null, quantity: '1' }],
  [
    'a row of its own next to one of goods that moved',
    [row('1', '3', { goods_line_id: '7' })],
    { place: null, quantity: '1' },
  ],
  [
    'a row of its own next to a carton of it',
    [row('1', '3', { product_unit_id: '5' })],
    { place: null, quantity: '1' },
  ],
  ['a row of its own next to one that is being typed', [row('1', 'x')], { place: null, quantity: '1' }],
])('a scanned piece goes to %s', (_, rows, expected) => {
  expect(placeOfScan(rows, { product_id: '1', product_unit_id: '' })).toEqual(expected)
})
