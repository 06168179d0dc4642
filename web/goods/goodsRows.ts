import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { inBaseUnit, inUnit } from '#ledger/unit.ts'
import { unitLabel } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { type LotRow, type ScannedLot, sentLots, withScannedLot } from '../lots/lotRow.ts'
import type { Order } from '../orders/Order.ts'
import type { GoodsNote } from './GoodsNote.ts'

/** A row of the form: goods of an order, or of a note that they come back from, and how much moves. */
export type MovedRow = {
  id: number
  product_id: number
  name: string
  name_en: string | null
  /** The most that may move. */
  open: number
  /** What is in stock, and what of it no order waits for; null where there is no stock of it. */
  on_hand: number | null
  available: number | null
  quantity: string
  /** Where the source states a further unit: the product's own, in which what is left is said, and that one. */
  unit?: string
  stated?: StatedUnit
  /** The unit of the quantity; '' is the product's own. */
  product_unit_id?: string
  /** Its batches or serial numbers. */
  lots?: LotRow[]
}
type StatedUnit = { id: number; content: number; label: string }

/** The goods of an order that have not moved yet, all of them proposed. */
export const rowsOfOrder = ({ items }: Order): MovedRow[] =>
  items
    .filter(({ undelivered }) => undelivered > 0)
    .map(({ id, product_id, item_name, item_name_en, undelivered, on_hand, available, ...item }) => ({
      id,
      ...ownUnit(item),
      product_id,
      name: item_name,
      name_en: item_name_en,
      open: undelivered,
      on_hand,
      available,
      quantity: String(undelivered),
    }))

/** The rows of a note that may come back; nothing is proposed. */
export const rowsOfReturn = ({ items }: GoodsNote): MovedRow[] =>
  items
    .filter(({ open }) => open > 0)
    .map(({ id, product_id, product_name, product_name_en, open, ...item }) => ({
      id,
      ...ownUnit(item),
      product_id,
      name: product_name,
      name_en: product_name_en,
      open,
      on_hand: null,
      available: null,
      quantity: '',
    }))

type Item = Pick<
  Order['items'][number],
  'product_unit_id' | 'unit_content' | 'unit' | 'unit_en' | 'base_unit' | 'base_unit_en'
>
function ownUnit({ product_unit_id, unit_content, unit, unit_en, base_unit, base_unit_en }: Item) {
  if (product_unit_id === null || unit_content === null) return {}
  const label = unitLabel({ name: unit ?? '', name_en: unit_en ?? null, content: unit_content })
  return {
    unit: localName({ name: base_unit ?? '', name_en: base_unit_en ?? null }),
    stated: { id: product_unit_id, content: unit_content, label },
  }
}

/** The same quantity in the other unit, where it is exact. */
export function movedInOtherUnit(row: MovedRow, product_unit_id: string): MovedRow {
  const typed = parseDecimal(row.quantity)
  const convert = product_unit_id === '' ? inBaseUnit : inUnit
  const quantity = typed && row.stated ? (convert(typed, row.stated.content) ?? '') : row.quantity
  return { ...row, product_unit_id, quantity }
}

/** A row whose quantity is in the product's own unit. */
const inOwnUnit = (row: MovedRow) => (row.product_unit_id ? movedInOtherUnit(row, '') : row)

const isTouched = ({ quantity }: MovedRow) => !['', '0'].includes(quantity.trim())

/** The rows that move something, as the call names them. */
export const movedRows = (rows: readonly MovedRow[], by: 'order_line_id' | 'goods_line_id') =>
  rows.filter(isTouched).map(({ id, quantity, product_unit_id, lots }) => ({
    [by]: id,
    quantity,
    ...(product_unit_id && { product_unit_id }),
    ...(lots && lots.length > 0 && { lots: sentLots(lots) }),
  }))

/** The place of a row among those that are sent: the server counts these. */
export const movedIndex = (rows: readonly MovedRow[], index: number): number | null =>
  isTouched(rows[index] as MovedRow) ? rows.slice(0, index).filter(isTouched).length : null

type Scan = { rows: MovedRow[]; quantity: string } | { refused: 'not_listed' | 'nothing_left' }
/** `pieces`: of one scan. `lot`: the batch or serial number that was scanned. */
type Scanned = { pieces?: string; lot?: ScannedLot | null }

/**
 * One piece more of a product, or as many as a scanned carton holds, on its first row that has some left. What was proposed is not what was scanned: the first scan begins with
 * nothing.
 */
export function withScan(
  rows: readonly MovedRow[],
  product_id: number,
  isFirst: boolean,
  { pieces = '1', lot = null }: Scanned = {},
): Scan {
  // Scans count in the product's own unit.
  const begun = rows.map((row) => (isFirst ? { ...row, product_unit_id: '', quantity: '', lots: [] } : inOwnUnit(row)))
  const own = begun.filter((row) => row.product_id === product_id)
  if (own.length === 0) return { refused: 'not_listed' }
  const more = ({ quantity }: MovedRow) => decimal(parseDecimal(quantity) ?? '0').plus(pieces)
  const taker = own.find((row) => more(row).lte(decimal(row.open)))
  if (!taker) return { refused: 'nothing_left' }
  const quantity = text(more(taker))
  const lots = lot && withScannedLot(taker.lots ?? [], lot)
  return { rows: begun.map((row) => (row === taker ? { ...row, quantity, ...(lots && { lots }) } : row)), quantity }
}
