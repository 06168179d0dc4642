import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { handedOverXml, requireHandedOver } from '#server/e-invoicing/e-document-files.ts'
import { isUnderPhase2 } from '#server/e-invoicing/phase.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { logoOf } from '#server/pdf/logo.ts'
import type { PdfFile } from '#server/pdf/paper.ts'
import { readDocument } from '../read-document.ts'
import { documentPaper } from './printed-document.ts'

/** The printed document. It is read here and typeset after the transaction. */
export async function documentPdf(context: Context, side: Side, id: number): Promise<Answer> {
  const { db, session, services } = context
  const read = await readDocument(context, side, id)
  const files = await eInvoiceFiles(context, side, read)
  const record = documents[side.document].record.parse(read) as Parameters<typeof documentPaper>[2]
  const own = await db
    .selectFrom('currencies')
    .select(['code', 'decimals'])
    .where('id', '=', session.organization.currency_id)
    .executeTakeFirstOrThrow()
  const logo = await logoOf(db, record.organization.logo)
  const paper = documentPaper(services.words, side, record, own)
  const name = `${paper.number.replace(/[^\w.-]/g, '-')}.pdf`
  return { file: { name, mimetype: 'application/pdf', content: () => services.pdf.render({ ...paper, logo, files }) } }
}

/** In phase 2 the PDF contains the XML. A document that may not be handed over has no PDF. */
async function eInvoiceFiles(
  context: Context,
  side: Side,
  read: Awaited<ReturnType<typeof readDocument>>,
): Promise<PdfFile[]> {
  const { id, state, e_document } = read
  if (state !== 'posted') return []
  if (e_document === null) {
    if (isUnderPhase2(read, context)) throw new Refusal('e_invoice_not_issued')
    return []
  }
  requireHandedOver(e_document)
  const { name, xml } = await handedOverXml(context, side.document, id)
  return [{ name, mime: 'application/xml', description: 'ZATCA e-invoice', content: xml }]
}
