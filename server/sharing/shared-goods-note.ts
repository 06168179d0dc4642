import { fieldOf } from '#contract/documents/sides.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { readGoodsNote } from '#server/goods/read-goods-note.ts'
import type { SharedPaper } from './shared-paper-facts.ts'

/** What moved, without prices: neither its mail nor its page names an amount, as its paper names none (decision 0249). */
export async function readSharedGoodsNote(context: Context, kind: GoodsKind, id: number): Promise<SharedPaper> {
  const { side, name } = kind
  const row = await readGoodsNote(context, kind, id)
  const isVoid = row.status === 'void'
  return {
    number: row.number,
    date: row.note_date,
    due_date: null,
    currency: row.currency,
    state: isVoid ? 'void' : 'issued',
    is_draft: false,
    is_tax_invoice: false,
    party_id: fieldOf<number>(row, side.partyField),
    party: fieldOf<SharedPaper['party']>(row, side.party),
    seller: row.organization,
    total: null,
    remaining: null,
    is_handed_over: !isVoid,
    has_xml: false,
    ...(row.is_return && { named: `${name}_return` as const }),
  }
}
