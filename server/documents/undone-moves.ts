import { type Decimal, decimal, zero } from '#ledger/money.ts'
import type { StockMove } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/kit/context.ts'
import type { StoredDocument } from './lock-document.ts'
import type { Undone } from './stock-plan.ts'

/** The exact mirror of what a document moved, on the day it moved it, and what each product's share had cost. */
export async function undoneMoves({ db }: Context, stored: StoredDocument): Promise<Undone> {
  const standing = await db
    .selectFrom('stock_moves')
    .select(['product_id', 'move_date', 'quantity', 'value', 'line_number', 'entry_id'])
    .where('document_id', '=', stored.id)
    .where('kind', '!=', 'reversal')
    .where((e) => (stored.entry_id === null ? e('entry_id', 'is', null) : e('entry_id', '=', stored.entry_id)))
    .orderBy('product_id')
    .orderBy('sequence')
    .execute()
  const moves: StockMove[] = standing.map((move) => ({
    product_id: move.product_id,
    kind: 'reversal',
    date: move.move_date,
    quantity: decimal(move.quantity).neg(),
    value: decimal(move.value).neg(),
    document_id: stored.id,
    line_number: move.line_number,
  }))
  const kept = new Map<number, { quantity: Decimal; cost: Decimal }>()
  for (const move of moves) {
    const sum = kept.get(move.product_id) ?? { quantity: zero, cost: zero }
    kept.set(move.product_id, { quantity: sum.quantity.plus(move.quantity), cost: sum.cost.plus(move.value) })
  }
  return { moves, kept }
}
