import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { handedOverXml, requireHandedOver } from '#server/e-invoicing/e-document-files.ts'
import { mergedPdfFile, pdfFile } from '#server/http/pdf-file.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { documentPaper, type Own, type PaperRecord } from '#server/paper-kit/printed-document.ts'
import { letterheadOf } from '#server/pdf/letterhead.ts'
import { logoOf } from '#server/pdf/logo.ts'
import type { PdfFile, PdfPaper } from '#server/pdf/paper.ts'
import { readDocument } from '../read-document.ts'

/** The printed document. It is read here and typeset after the transaction. */
export async function documentPdf(context: Context, side: Side, id: number, isReceipt = false): Promise<Answer> {
  const paper = await printedDocument(context, side, id)
  if (isReceipt && !paper.is_simplified) throw new Refusal('receipt_not_offered')
  return { file: pdfFile(context, { ...paper, is_receipt: isReceipt }) }
}

/** Several documents in one file. */
export const mergedPdf = async (context: Context, side: Side, ids: readonly number[]): Promise<Answer> => ({
  file: await mergedPdfFile(context, side.document, ids, (id) => printedDocument(context, side, id)),
})

export async function printedDocument(context: Context, side: Side, id: number): Promise<PdfPaper> {
  const read = await readDocument(context, side, id)
  const record = documents[side.document].record.parse(read) as Parameters<typeof documentPaper>[2]
  return completePaper(context, side.document, record, (own) =>
    documentPaper(context.services.words, side, record, own),
  )
}

/** A paper with its logo and its XML; `kind` names the document whose XML it carries. */
export async function completePaper(
  context: Context,
  kind: string,
  record: PaperRecord,
  paperIn: (own: Own) => PdfPaper,
): Promise<PdfPaper> {
  const { db, session } = context
  const files = await eInvoiceFiles(context, kind, record)
  const own = await db
    .selectFrom('currencies')
    .select(['code', 'decimals'])
    .where('id', '=', session.organization.currency_id)
    .executeTakeFirstOrThrow()
  const [logo, letterhead] = await Promise.all([logoOf(db, record.organization.logo), letterheadOf(db)])
  return { ...paperIn(own), ...letterhead, logo, files }
}

/** In phase 2 the PDF contains the XML. A document that may not be handed over has no PDF. */
async function eInvoiceFiles(context: Context, kind: string, record: PaperRecord): Promise<PdfFile[]> {
  const { id, e_document } = record
  if (record.status === 'draft' || record.is_void) return []
  if (e_document === null) {
    if (record.awaits_stamp) throw new Refusal('e_invoice_not_issued')
    return []
  }
  requireHandedOver(e_document)
  const { name, xml } = await handedOverXml(context, kind, id)
  return [{ name, mime: 'application/xml', description: 'ZATCA e-invoice', content: xml }]
}
