import { expect, test } from 'vitest'
import { type MovedRow, movedIndex, movedInOtherUnit, movedRows, withScan } from './goodsRows.ts'

const row = (id: number, quantity: string, product_id = id): MovedRow => ({
  id,
  product_id,
  quantity,
  name: 'أرز',
  name_en: null,
  open: 5,
  on_hand: 7,
  available: 2,
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

const scanned = (from: readonly MovedRow[], product: number, isFirst: boolean) => {
  const scan = withScan(from, product, isFirst)
  return 'refused' in scan ? scan.refused : scan.rows.map(({ quantity }) => quantity)
}
const proposed = [row(11, '5', 1), row(12, '5', 2), row(13, '5', 1)]

test.each([
  ['begins with nothing of what was proposed', proposed, 1, true, ['1', '', '']],
  ['adds to what was scanned', [row(11, '1', 1), row(12, '0.5', 2)], 2, false, ['1', '1.5']],
  ['goes on with the next row of the product', [row(11, '5', 1), row(13, '', 1)], 1, false, ['5', '1']],
  ['is refused where nothing is left', [row(11, '4.5', 1)], 1, false, 'nothing_left'],
  ['is refused for what is not in the list, and changes nothing', proposed, 3, true, 'not_listed'],
])('a scan %s', (_, from, product, isFirst, expected) => {
  expect(scanned(from, product, isFirst)).toEqual(expected)
})

test('a quantity in cartons is sent with its unit, and a scan counts pieces again', () => {
  const stated = { id: 5, content: 12, label: 'كرتون (12)' }
  const source = { id: 11, product_id: 1, name: 'أ', name_en: null, open: 24, on_hand: null, available: null }
  const row = movedInOtherUnit({ ...source, quantity: '24', stated }, '5')
  expect(movedRows([row], 'order_line_id')).toEqual([{ order_line_id: 11, quantity: '2', product_unit_id: '5' }])
  expect(movedInOtherUnit({ ...source, quantity: '7', stated }, '5').quantity).toBe('')
  const scan = withScan([{ ...row, quantity: '1' }], 1, false)
  expect(scan).toMatchObject({ quantity: '13', rows: [{ product_unit_id: '', quantity: '13' }] })
})

test('a scan of a batch or a serial number names it on its row', () => {
  const lot = { number: 'S-1', expires_on: null, is_serial: true }
  const scan = withScan([row(11, '5', 1)], 1, true, { lot })
  expect('rows' in scan && scan.rows[0]?.lots).toEqual([{ number: 'S-1', expires_on: '', quantity: '1' }])
})
