import { decimal } from '#ledger/money.ts'
import type { Need } from '#server/core/needs.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'
import { activeMoves } from './reversal-moves.ts'

/** The exact mirror of what a document moved, on the day it moved it, row by row. */
export const mirrorOfMoves = (documentId: number): Need<PlannedMove[]> => ({
  load: async (context) =>
    (await activeMoves(context, documentId)).map(({ product_id, move_date, quantity, value, line_number }) => ({
      ...{ product_id, kind: 'reversal', date: move_date, document_id: documentId, line_number },
      ...{ quantity: decimal(quantity).neg(), value: decimal(value).neg() },
    })),
})
