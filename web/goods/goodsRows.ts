import type { Order } from '../orders/Order.ts'
import type { GoodsNote } from './GoodsNote.ts'

/** A row of the form: goods of an order, or of a note that they come back from, and how much moves. */
export type MovedRow = {
  id: number
  name: string
  name_en: string | null
  /** The most that may move. */
  open: number
  /** What is in stock, and what of it no order waits for; null where there is no stock of it. */
  on_hand: number | null
  available: number | null
  quantity: string
}

/** The goods of an order that have not moved yet, all of them proposed. */
export const rowsOfOrder = ({ items }: Order): MovedRow[] =>
  items
    .filter(({ undelivered }) => undelivered > 0)
    .map(({ id, item_name, item_name_en, undelivered, on_hand, available }) => ({
      ...{ id, name: item_name, name_en: item_name_en, open: undelivered, on_hand, available },
      quantity: String(undelivered),
    }))

/** The rows of a note that may come back; nothing is proposed. */
export const rowsOfReturn = ({ items }: GoodsNote): MovedRow[] =>
  items
    .filter(({ open }) => open > 0)
    .map(({ id, product_name, product_name_en, open }) => ({
      ...{ id, name: product_name, name_en: product_name_en, open, on_hand: null, available: null, quantity: '' },
    }))

const isTouched = ({ quantity }: MovedRow) => !['', '0'].includes(quantity.trim())

/** The rows that move something, as the call names them. */
export const movedRows = (rows: readonly MovedRow[], by: 'order_line_id' | 'goods_line_id') =>
  rows.filter(isTouched).map(({ id, quantity }) => ({ [by]: id, quantity }))

/** The place of a row among those that are sent: the server counts these. */
export const movedIndex = (rows: readonly MovedRow[], index: number): number | null =>
  isTouched(rows[index] as MovedRow) ? rows.slice(0, index).filter(isTouched).length : null
