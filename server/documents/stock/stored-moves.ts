import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { lotsOfMove, mirroredLots } from '#server/stock/lots/lots-of-move.ts'
import { placeOfMove } from '#server/stock/place-of-move.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'

/**
 * The stock moves of the current revision of a document: moves of earlier revisions precede their reversal. Not
 * selected by entry, because a document worth zero has none.
 */
export const activeMoves = ({ db }: Context, documentId: number) =>
  db
    .selectFrom('stock_moves')
    .select([
      'product_id',
      'move_date',
      'quantity',
      'value',
      'line_number',
      placeOfMove.as('place_id'),
      lotsOfMove.as('lots'),
    ])
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
export const mirrorOfMoves = (documentId: number): Need<PlannedMove[]> => ({
  load: async (context) =>
    (await activeMoves(context, documentId)).map(
      ({ product_id, move_date, quantity, value, line_number, place_id, lots }) => ({
        product_id,
        kind: 'reversal',
        date: move_date,
        document_id: documentId,
        line_number,
        place_id,
        lots: mirroredLots(lots),
        quantity: decimal(quantity).neg(),
        value: decimal(value).neg(),
      }),
    ),
})
