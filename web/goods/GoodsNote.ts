import { fieldOf } from '#contract/documents/sides.ts'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { goodsNotes } from '#contract/goods/goods-notes.ts'
import type { RecordOf, RowOf } from '../api/resource.ts'

export type GoodsRow = RowOf<(typeof goodsNotes)['delivery_note']>
export type GoodsNote = RecordOf<(typeof goodsNotes)['delivery_note']>

/** The customer or the supplier of a note, as its kind spells it. */
export const partyOfNote = (name: GoodsKindName, note: GoodsNote): GoodsNote['customer'] =>
  fieldOf<GoodsNote['customer']>(note, goodsKinds[name].side.party)
