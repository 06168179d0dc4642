import { decimal, parseDecimal, text } from '#ledger/money.ts'
import type { ItemRow } from './itemRow.ts'

type Scanned = Pick<ItemRow, 'product_id' | 'product_unit_id' | 'quantity' | 'order_line_id' | 'goods_line_id'>
type Scan = Pick<ItemRow, 'product_id' | 'product_unit_id'>

/**
 * Where a scanned piece or carton goes: to the last row of its product in that unit, which then has one more, or to a row of its own. A row that takes some of an order or of
 * goods that moved keeps what it takes, and a quantity that is no number is still being typed.
 */
export function placeOfScan(rows: readonly Scanned[], scan: Scan): { place: number | null; quantity: string } {
  const place = rows.findLastIndex(
    (row) =>
      row.product_id === scan.product_id &&
      row.product_unit_id === scan.product_unit_id &&
      row.order_line_id === '' &&
      row.goods_line_id === '' &&
      parseDecimal(row.quantity) !== null,
  )
  const quantity = parseDecimal(rows[place]?.quantity ?? '') ?? '0'
  return { place: place < 0 ? null : place, quantity: text(decimal(quantity).plus(1)) }
}
