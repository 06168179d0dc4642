import { setOffs } from '#contract/documents/set-offs.ts'
import type { Context } from '#server/core/context.ts'
import { fact, figureText, moneyText, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper, PdfTable } from '#server/pdf/paper.ts'
import { readSetOff } from '#server/setoffs/read-set-off.ts'

const lists = ['receivables', 'payables'] as const

/** What both parties of a set-off sign: which documents of either side settled each other. */
export async function setOffPaper(context: Context, id: number): Promise<PdfPaper> {
  const setOff = setOffs.calls.read.answer.parse(await readSetOff(context, id))
  const say = bilingual(context.services.words)
  const head = await paperHead(context, setOff.organization)
  const { currency, customer, supplier } = setOff
  const tableOf = (list: (typeof lists)[number]): PdfTable => ({
    columns: paperColumns(say, [`set_off_${list}`, 'document_date', 'document_total', 'set_off_here'], {
      figures: ['document_total', 'set_off_here'],
      share: [`set_off_${list}`],
    }),
    rows: setOff[list].map((row) => [
      row.number,
      row.date,
      figureText(row.total, currency.decimals),
      figureText(row.amount, currency.decimals),
    ]),
  })
  return {
    ...head,
    title: say(`sheet.titles.${setOff.status === 'void' ? 'void_set_off' : 'set_off'}`),
    number: setOff.number,
    created_at: setOff.set_off_date,
    blocks: [
      { title: say('sheet.customer'), name: customer.name, name_en: customer.name_en, facts: [] },
      { title: say('sheet.supplier'), name: supplier.name, name_en: supplier.name_en, facts: [] },
    ],
    facts: [
      fact(say, 'set_off_number', setOff.number),
      fact(say, 'payment_date', setOff.set_off_date),
      fact(say, 'amount', moneyText(setOff.amount, currency)),
    ],
    ...tableOf('receivables'),
    more: [tableOf('payables')],
    notes: setOff.notes ? [{ label: say('sheet.notes_label'), value: setOff.notes }] : [],
    signatures: [say('sheet.other_party'), say('sheet.accountant')],
  }
}
