import type { z } from 'zod'
import { customsDeclarations } from '#contract/documents/customs.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import type { Context } from '#server/core/context.ts'
import { readDeclaration } from '#server/customs/read-declaration.ts'
import { fact, figureText, moneyText, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

type Declaration = z.output<typeof customsDeclarations.record>
const goodsColumns = ['item_name', 'quantity', 'unit', 'customs_value', 'customs_duty', 'stock_duty', 'rest_duty']

/** A customs declaration: whom it is owed to, what was charged on what, and where the duty went. */
export async function customsPaper(context: Context, id: number): Promise<PdfPaper> {
  const record = customsDeclarations.record.parse(await readDeclaration(context, id)) as Declaration
  const say = bilingual(context.services.words)
  const head = await paperHead(context, record.organization)
  const { currency, supplier, lines } = record
  const notes = record.printed ? record.printed.notes : record.notes
  const money = (value: number) => figureText(value, currency.decimals)
  return {
    ...head,
    title: say(`sheet.titles.${record.is_void ? 'void_customs' : 'customs_declaration'}`),
    number: record.declaration_number,
    created_at: record.declaration_date,
    blocks: [{ title: say('sheet.payee'), name: supplier.name, name_en: supplier.name_en, facts: [] }],
    facts: [
      fact(say, 'declaration_number', record.declaration_number),
      fact(say, 'declaration_date', record.declaration_date),
      fact(say, 'due_date', record.printed?.due_date ?? record.due_date),
      fact(say, 'customs_value', moneyText(record.customs_value, currency)),
      fact(say, 'vat_base', moneyText(record.vat_base, currency)),
    ],
    ...(lines.length > 0 && {
      columns: paperColumns(say, goodsColumns, {
        figures: goodsColumns.filter((name) => name !== 'item_name' && name !== 'unit'),
        share: ['item_name'],
      }),
      rows: lines.map((line) => [
        twoNames(line.name, line.name_en),
        formatPlain(line.quantity),
        twoNames(line.unit ?? '', line.unit_en),
        money(line.value),
        money(line.duty),
        money(line.stock_duty),
        money(line.rest_duty),
      ]),
    }),
    totals: (['duty', 'vat', 'total'] as const).map((name) => ({
      label: say(`sheet.customs_${name}`),
      value: moneyText(record[name], currency),
      isGrand: name === 'total',
    })),
    notes: notes ? [{ label: say('sheet.notes_label'), value: notes }] : [],
  }
}
