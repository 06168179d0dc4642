import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type GoodsRow, type GoodsRows, lockGoodsRows } from '#server/documents/goods/goods-rows.ts'
import { lotsOfMove, mirroredLots } from '#server/stock/lots/lots-of-move.ts'
import { placeOfMove } from '#server/stock/place-of-move.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'

/** A note as it is read before anything is locked: its day never changes. */
export async function unlockedNote({ db, session }: Context, { name }: GoodsKind, id: number) {
  const row = await db
    .selectFrom('goods_notes')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', name)
    .where(isKept(session, 'goods_notes.place_id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
export type StoredNote = Awaited<ReturnType<typeof unlockedNote>>

/** The note, locked. */
export const lockedNote = (kind: GoodsKind, id: number): Need<StoredNote> => ({
  lock: 'records',
  load: async ({ db }) => {
    const rows = db.selectFrom('goods_notes').selectAll().where('id', '=', id).where('kind', '=', kind.name)
    const row = await rows.forUpdate().executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    return row
  },
})

/** The rows of a note, and those that it returned. */
export const goodsOfNote = (note: number): Need<GoodsRows> => ({
  lock: 'records',
  load: (context) => lockGoodsRows(context, { ids: [], note }),
})

export const rowsOfNote = (rows: GoodsRows, note: number): GoodsRow[] =>
  [...rows.values()].filter((row) => row.goods_note_id === note)

/** The products that a note moved. */
export const movedByNote = (goods_note_id: number) => ({ movedBy: { goods_note_id } })

/** What a note moved, the other way, on the day of each move. */
export const mirrorOfNote = (goods_note_id: number): Need<(PlannedMove & { entry_id: number | null })[]> =>
  read(async ({ db }) => {
    const rows = await db
      .selectFrom('stock_moves')
      .select([
        'product_id',
        'move_date',
        'quantity',
        'value',
        'line_number',
        'entry_id',
        placeOfMove.as('place_id'),
        lotsOfMove.as('lots'),
      ])
      .where('goods_note_id', '=', goods_note_id)
      .where('kind', '!=', 'reversal')
      .orderBy('product_id')
      .orderBy('sequence')
      .execute()
    return rows.map(({ product_id, move_date: date, quantity, value, line_number, entry_id, place_id, lots }) => ({
      product_id,
      kind: 'reversal' as const,
      date,
      goods_note_id,
      line_number,
      entry_id,
      place_id,
      lots: mirroredLots(lots),
      quantity: decimal(quantity).neg(),
      value: decimal(value).neg(),
    }))
  })
