import { expect, test } from 'vitest'
import { linkRows, type OpenRow } from './link-rows.ts'

const open = (
  id: number,
  product_id: number,
  quantity: string,
  price: string,
  more: Partial<OpenRow> = {},
): OpenRow => ({ id, product_id, open: quantity, price, receipts: [], ...more })
const row = (product_id: number | null, quantity: string, price: string) => ({ product_id, quantity, price })
const idsOf = (billed: (ReturnType<typeof row> | null)[], rows: OpenRow[]) =>
  linkRows(billed, rows).map((linked) => linked?.order_line_id ?? null)

test.each([
  ['its product, at any price', [row(7, '5', '11')], [open(1, 7, '10', '10'), open(2, 8, '10', '11')], [1]],
  [
    'quantity and price of an unknown product',
    [row(null, '5', '11')],
    [open(1, 7, '5', '11'), open(2, 8, '5', '10')],
    [1],
  ],
  ['no row that could be two', [row(null, '5', '11')], [open(1, 7, '5', '11'), open(2, 8, '5', '11')], [null]],
  ['the price among two of a product', [row(7, '5', '11')], [open(1, 7, '9', '10'), open(2, 7, '9', '11')], [2]],
  ['no row with less than is billed', [row(7, '5', '11')], [open(1, 7, '4', '11')], [null]],
  ['no row twice', [row(7, '5', '11'), row(7, '5', '11')], [open(1, 7, '10', '11')], [1, null]],
  [
    'nothing for a row whose unit is not known, and the others all the same',
    [null, row(7, '5', '11')],
    [open(1, 7, '5', '11')],
    [null, 1],
  ],
])('linkRows takes %s', (_, billed, rows, expected) => {
  expect(idsOf(billed, rows)).toEqual(expected)
})

test('linkRows takes the receipt that has all of a row, and none where it could be two', () => {
  const receipts = [
    { id: 31, open: '2' },
    { id: 32, open: '6' },
    { id: 33, open: '5' },
  ]
  const rows = [open(1, 7, '10', '10', { receipts })]
  const receiptOf = (quantity: string) => linkRows([row(7, quantity, '10')], rows)[0]?.goods_line_id
  expect([receiptOf('6'), receiptOf('5'), receiptOf('4'), receiptOf('9')]).toEqual([32, 33, null, null])
})
