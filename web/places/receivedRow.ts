import type { stockTransfers } from '#contract/places/transfers.ts'
import type { RecordOf } from '../api/resource.ts'
import type { MovedRow } from '../goods/goodsRows.ts'
import { sentLots } from '../lots/lotRow.ts'

export type ReceivedRow = MovedRow

/** What is still on the way, all of it proposed. */
export const rowsOnTheWay = (items: RecordOf<typeof stockTransfers>['items']): ReceivedRow[] =>
  items
    .filter(({ open }) => open > 0)
    .map(({ product_id, name, name_en, open }) => ({
      id: product_id,
      product_id,
      name,
      name_en,
      open,
      on_hand: null,
      available: null,
      quantity: String(open),
    }))

/** The rows of which something arrived. */
export const receivedRows = (rows: readonly ReceivedRow[]) =>
  rows
    .filter(({ quantity }) => !['', '0'].includes(quantity.trim()))
    .map(({ product_id, quantity, lots }) => ({
      product_id,
      quantity,
      ...(lots && lots.length > 0 && { lots: sentLots(lots) }),
    }))
