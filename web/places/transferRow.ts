import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { inBaseUnit } from '#ledger/unit.ts'
import { type LotRow, type ScannedLot, sentLots, withScannedLot } from '../lots/lotRow.ts'

/** A row of a transfer as its form holds it. */
export type TransferRow = {
  product_id: string
  quantity: string
  label?: string
  /** The further unit of the quantity, with its name and what it holds; without one it is the product's own. */
  product_unit_id?: string
  unit_label?: string
  content?: string
  /** Its batches or serial numbers. */
  lots?: LotRow[]
}
export const emptyTransferRow = (): TransferRow => ({ product_id: '', quantity: '' })

/** What is sent: rows that name a product or have a quantity. */
export const sentRow = ({ product_id, quantity, product_unit_id, lots }: TransferRow) => ({
  product_id: product_id || undefined,
  quantity: quantity || undefined,
  ...(product_unit_id && { product_unit_id }),
  ...(lots && lots.length > 0 && { lots: sentLots(lots) }),
})

type ScannedGoods = { product_id: string; label: string; pieces?: string; lot?: ScannedLot | null }

/** The rows with one more piece of a scanned product, or those of a scanned carton, and how many of it there are then. A quantity that is no number is still being typed. */
export function withOneMore(
  rows: readonly TransferRow[],
  { product_id, label, pieces = '1', lot = null }: ScannedGoods,
): { rows: TransferRow[]; quantity: string } | null {
  const place = rows.findIndex((row) => row.product_id === product_id)
  const before = inPieces(rows[place])
  if (before === null) return null
  const quantity = text(decimal(before).plus(pieces))
  if (place >= 0)
    return {
      rows: rows.map((row, index) =>
        index === place ? { ...withoutUnit(row), ...lotsOf(row.lots, lot), quantity } : row,
      ),
      quantity,
    }
  const row = { product_id, label, quantity, ...lotsOf([], lot) }
  return { rows: [...rows.filter((one) => one.product_id !== ''), row], quantity }
}

/** A scan of a batch or a serial number names it. */
const lotsOf = (lots: LotRow[] | undefined, lot: ScannedLot | null) => {
  const named = lot && withScannedLot(lots ?? [], lot)
  return named ? { lots: named } : {}
}

/** A quantity in the product's own unit; null where it is no number, or not exact. Scans count in it. */
function inPieces(row: TransferRow | undefined): string | null {
  if (!row || row.quantity === '') return '0'
  const typed = parseDecimal(row.quantity)
  return typed === null || !row.content ? typed : inBaseUnit(typed, row.content)
}

const withoutUnit = ({ product_unit_id: _, unit_label: __, content: ___, ...row }: TransferRow): TransferRow => row
