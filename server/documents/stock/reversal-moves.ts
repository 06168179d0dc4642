import { decimal } from '#ledger/money.ts'
import type { StockMove } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/core/context.ts'
import type { StoredDocument } from '../lock-document.ts'
import type { Undone } from './stock-plan.ts'

/**
 * The stock moves of the current revision of a document: moves of earlier revisions precede their reversal. Not
 * selected by entry, because a document worth zero has none.
 */
export const activeMoves = ({ db }: Context, documentId: number) =>
  db
    .selectFrom('stock_moves')
    .select(['product_id', 'move_date', 'quantity', 'value', 'line_number'])
    .where('document_id', '=', documentId)
    .where('kind', '!=', 'reversal')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_moves as later')
            .select('later.sequence')
            .where('later.document_id', '=', documentId)
            .where('later.kind', '=', 'reversal')
            .whereRef('later.product_id', '=', 'stock_moves.product_id')
            .whereRef('later.sequence', '>', 'stock_moves.sequence'),
        ),
      ),
    )
    .orderBy('product_id')
    .orderBy('sequence')
    .execute()

/** The exact mirror of what a document moved, on the day it moved it, row by row. */
export async function reversalMoves(context: Context, stored: Pick<StoredDocument, 'id'>): Promise<Undone> {
  const moves: StockMove[] = (await activeMoves(context, stored.id)).map((move) => ({
    product_id: move.product_id,
    kind: 'reversal',
    date: move.move_date,
    quantity: decimal(move.quantity).neg(),
    value: decimal(move.value).neg(),
    document_id: stored.id,
    line_number: move.line_number,
  }))
  return { moves }
}

export const movedProducts = ({ moves }: Undone): number[] => moves.map((move) => move.product_id)
