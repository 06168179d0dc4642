import { fieldOf } from '#contract/documents/sides.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { goodsNotes } from '#contract/goods/goods-notes.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import type { Context } from '#server/core/context.ts'
import { readGoodsNote } from '#server/goods/read-goods-note.ts'
import { fact, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import {
  bilingual,
  companyOf,
  namesWithLots,
  type PaperHead,
  partyBlock,
  twoNames,
} from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

/** A delivery note or a goods receipt: what moved, without prices, to be signed. It says that it is no tax invoice. */
export async function goodsPaper(context: Context, kind: GoodsKind, id: number): Promise<PdfPaper> {
  const { side, name } = kind
  const note = goodsNotes[name].record.parse(await readGoodsNote(context, kind, id))
  const say = bilingual(context.services.words)
  const { organization } = note
  const head = await paperHead(context, {
    ...organization,
    name_en: organization.name_en ?? null,
    logo: organization.logo ?? null,
  })
  const party = fieldOf<PaperHead['party']>(note, side.party)
  const notTax = say('sheet.not_a_tax_invoice')
  return {
    ...head,
    title: say(`sheet.titles.${note.status === 'void' ? `void_${name}` : note.is_return ? `${name}_return` : name}`),
    number: note.number,
    created_at: note.note_date,
    blocks: [
      partyBlock(say, side.name === 'sales' ? 'seller' : 'buyer', companyOf(note)),
      partyBlock(say, side.party, party),
    ],
    facts: [
      fact(say, `${name}_number`, note.number),
      fact(say, 'note_date', note.note_date),
      fact(say, 'order_number', note.orders.map(({ number }) => number).join(', ')),
      ...(note.reference ? [fact(say, 'reference', note.reference)] : []),
    ],
    columns: paperColumns(say, ['line_number', 'item_name', 'quantity', 'unit'], {
      figures: ['line_number', 'quantity'],
      share: ['item_name'],
    }),
    rows: note.items.map((item) => [
      String(item.line_number),
      namesWithLots(item.product_name, item.product_name_en, item.lots),
      formatPlain(item.quantity),
      twoNames(item.unit ?? '', item.unit_en),
    ]),
    notes: [
      ...(note.notes ? [{ label: say('sheet.notes_label'), value: note.notes }] : []),
      { label: say('sheet.remark'), value: `${notTax.ar} · ${notTax.en}` },
    ],
    signatures: [say('sheet.deliverer'), say('sheet.receiver')],
  }
}
