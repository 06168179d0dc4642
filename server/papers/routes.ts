import type { FastifyInstance } from 'fastify'
import { purchases, sales } from '#contract/documents/sides.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import type { Context } from '#server/core/context.ts'
import { pdfFile } from '#server/http/pdf-file.ts'
import { mount } from '#server/http/pipeline.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { countPaper } from './count-paper.ts'
import { entryPaper } from './entry-paper.ts'
import { reconciliationPaper } from './reconciliation-paper.ts'
import { voucherPaper } from './voucher-paper.ts'

const papers: Record<keyof typeof paperCalls, (context: Context, id: number) => Promise<PdfPaper>> = {
  income_payment: (context, id) => voucherPaper(context, sales, id),
  expense_payment: (context, id) => voucherPaper(context, purchases, id),
  journal_entry: entryPaper,
  stock_count: countPaper,
  bank_reconciliation: reconciliationPaper,
}

/** `GET /<resource>/{id}/pdf` of every record that has a paper and is not a document of `server/documents` or `server/notes`. */
export function paperRoutes(app: FastifyInstance): void {
  for (const [name, paper] of Object.entries(papers))
    mount(app, paperCalls[name as keyof typeof paperCalls], async (context, { params }) => ({
      file: pdfFile(context.services, await paper(context, params.id)),
    }))
}
