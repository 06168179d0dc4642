import { expect, test } from 'vitest'
import { withOneMore } from './transferRow.ts'

const rice = { product_id: '7', label: 'أرز' }
const row = (product_id: string, quantity: string) => ({ product_id, quantity })

test.each([
  ['begins a row', [row('', '')], [{ ...rice, quantity: '1' }], '1'],
  ['adds to the row of its product', [row('7', '2.5'), row('8', '1')], [row('7', '3.5'), row('8', '1')], '3.5'],
  ['fills a row without a quantity', [row('7', '')], [row('7', '1')], '1'],
  ['leaves rows of other products', [row('8', '4')], [row('8', '4'), { ...rice, quantity: '1' }], '1'],
])('a scan %s', (_, rows, expected, quantity) => {
  expect(withOneMore(rows, rice)).toEqual({ rows: expected, quantity })
})

test('a scan adds nothing to a quantity that is no number', () => {
  expect(withOneMore([row('7', 'x')], rice)).toBeNull()
})

test('a scan of a batch or a serial number names it on its row', () => {
  const lot = { number: 'B-1', expires_on: null, is_serial: false }
  const scanned = { product_id: '7', label: 'x', lot }
  const first = withOneMore([], scanned)
  expect(withOneMore(first?.rows ?? [], scanned)?.rows).toMatchObject([
    { product_id: '7', quantity: '2', lots: [{ number: 'B-1', quantity: '2' }] },
  ])
})
