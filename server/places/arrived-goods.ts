import { type Decimal, zero } from '#ledger/money.ts'
import { type Need, read } from '#server/core/needs.ts'

/** What receipts took of a sending, by product. */
export const arrivedOf = (id: number): Need<ReadonlyMap<number, Decimal>> =>
  read(async ({ db }) => {
    const rows = await db
      .selectFrom('stock_transfer_lines as line')
      .innerJoin('stock_transfers as receipt', 'receipt.id', 'line.stock_transfer_id')
      .select(['line.product_id', 'line.quantity'])
      .where('receipt.source_transfer_id', '=', id)
      .where('receipt.state', '!=', 'void')
      .execute()
    const sums = new Map<number, Decimal>()
    for (const { product_id, quantity } of rows) sums.set(product_id, (sums.get(product_id) ?? zero).plus(quantity))
    return sums
  })
