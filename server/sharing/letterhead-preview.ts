import type { Context } from '#server/core/context.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { fact, issuerNow, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

type Letterhead = { accent?: string | null | undefined; footer?: string | null | undefined }

/** A sample invoice in a letterhead that is not saved yet. */
export async function letterheadPreview(context: Context, { accent, footer }: Letterhead): Promise<AnswerFile> {
  const { services, today } = context
  const say = bilingual(services.words)
  const { accent: _, footer: __, ...head } = await paperHead(context, await issuerNow(context))
  const paper: PdfPaper = {
    ...head,
    ...(accent && { accent }),
    ...(footer && { footer }),
    title: say('sheet.titles.invoice'),
    number: 'INV-0001',
    created_at: today,
    facts: [fact(say, 'invoice_number', 'INV-0001'), fact(say, 'invoice_date', today)],
    columns: paperColumns(say, ['line_number', 'item_name', 'quantity', 'price', 'total'], {
      figures: ['line_number', 'quantity', 'price', 'total'],
      share: ['item_name'],
    }),
    rows: [
      ['1', '…', '2', '100.00', '200.00'],
      ['2', '…', '1', '50.00', '50.00'],
    ],
    totals: [{ label: say('totals.total'), value: '250.00', isGrand: true }],
  }
  return {
    name: 'preview.svg',
    mimetype: 'image/svg+xml',
    content: () => services.pdf.picture(context.session.organization_id, paper),
  }
}
