import { formatPlain } from '#contract/paper/format-number.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import type { Context } from '#server/core/context.ts'
import { fact, issuerNow, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual, namesWithLots, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { readTransfer } from '#server/places/read-places.ts'

/** A transfer: what goes from where to where, signed by who gives and who takes it. */
export async function transferPaper(context: Context, id: number): Promise<PdfPaper> {
  const transfer = stockTransfers.record.parse(await readTransfer(context, id))
  const say = bilingual(context.services.words)
  const head = await paperHead(context, await issuerNow(context))
  return {
    ...head,
    title: say(`sheet.titles.${transfer.status === 'void' ? 'void_transfer' : 'stock_transfer'}`),
    number: transfer.number,
    created_at: transfer.transfer_date,
    facts: [
      fact(say, 'transfer_number', transfer.number),
      fact(say, 'transfer_date', transfer.transfer_date),
      fact(say, 'from_place', transfer.from_place.name),
      fact(say, 'to_place', transfer.to_place.name),
    ],
    columns: paperColumns(say, ['item_code', 'item_name', 'quantity', 'unit'], {
      figures: ['quantity'],
      share: ['item_name'],
    }),
    rows: transfer.items.map((line) => [
      line.code,
      namesWithLots(line.name, line.name_en, line.lots),
      formatPlain(line.quantity),
      twoNames(line.unit ?? '', line.unit_en),
    ]),
    totals: [],
    notes: transfer.notes ? [{ label: say('sheet.notes_label'), value: transfer.notes }] : [],
    signatures: [say('sheet.goods_giver'), say('sheet.goods_taker')],
  }
}
