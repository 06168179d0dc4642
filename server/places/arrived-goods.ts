import { type Decimal, zero } from '#ledger/money.ts'
import { type Need, read } from '#server/core/needs.ts'
import { type StatedLot, storedLots } from '#server/stock/lots/row-lots.ts'

/** What receipts took of a sending, by product. */
export type Arrived = { quantity: Decimal; lots: (StatedLot[] | null)[] }
export const arrivedOf = (id: number): Need<ReadonlyMap<number, Arrived>> =>
  read(async ({ db }) => {
    const rows = await db
      .selectFrom('stock_transfer_lines as line')
      .innerJoin('stock_transfers as receipt', 'receipt.id', 'line.stock_transfer_id')
      .select(['line.product_id', 'line.quantity', 'line.lots'])
      .where('receipt.source_transfer_id', '=', id)
      .where('receipt.state', '!=', 'void')
      .execute()
    const arrived = new Map<number, Arrived>()
    for (const { product_id, quantity, lots } of rows) {
      const before = arrived.get(product_id) ?? { quantity: zero, lots: [] }
      const all = [...before.lots, storedLots(lots)]
      arrived.set(product_id, { quantity: before.quantity.plus(quantity), lots: all })
    }
    return arrived
  })
