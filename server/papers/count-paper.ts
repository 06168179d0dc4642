import { stockCounts } from '#contract/counts.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { decimal, sum } from '#ledger/money.ts'
import { readCount } from '#server/catalog/counts.ts'
import type { Context } from '#server/core/context.ts'
import {
  fact,
  figureText,
  issuerNow,
  moneyText,
  ownCurrency,
  paperColumns,
  paperHead,
} from '#server/paper-kit/paper-parts.ts'
import { bilingual, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

/** A stock count: book quantity, counted quantity, difference. */
export async function countPaper(context: Context, id: number): Promise<PdfPaper> {
  const count = stockCounts.record.parse(await readCount(context, id))
  const say = bilingual(context.services.words)
  const [own, head] = await Promise.all([
    ownCurrency(context),
    issuerNow(context).then((issuer) => paperHead(context, issuer)),
  ])
  const values = count.lines.map(({ value }) => decimal(value))
  const totals = {
    loss: sum(values.filter((value) => value.lt(0))),
    gain: sum(values.filter((value) => value.gt(0))),
    net: sum(values),
  }
  return {
    ...head,
    title: say(`sheet.titles.${count.status === 'posted' ? 'stock_count' : 'void_count'}`),
    number: count.number,
    created_at: count.count_date,
    facts: [
      fact(say, 'count_number', count.number),
      fact(say, 'count_date', count.count_date),
      fact(say, 'branch', count.branch.name),
      ...(count.place ? [fact(say, 'place', count.place.name)] : []),
    ],
    columns: paperColumns(
      say,
      ['item_code', 'item_name', 'book_quantity', 'unit', 'counted', 'difference', 'value_difference'],
      { figures: ['book_quantity', 'counted', 'difference', 'value_difference'], share: ['item_name'] },
    ),
    rows: count.lines.map((line) => [
      line.code,
      twoNames(line.name, line.name_en),
      formatPlain(line.book_quantity),
      twoNames(line.unit ?? '', line.unit_en),
      formatPlain(line.counted),
      formatPlain(line.difference),
      figureText(line.value, own.decimals),
    ]),
    totals: (['loss', 'gain', 'net'] as const).map((name) => ({
      label: say(`sheet.count_${name}`),
      value: moneyText(totals[name], own),
      isGrand: name === 'net',
    })),
    notes: count.notes ? [{ label: say('sheet.notes_label'), value: count.notes }] : [],
    signatures: [say('sheet.storekeeper'), say('sheet.accountant')],
  }
}
