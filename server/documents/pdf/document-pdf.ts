import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { logoOf } from '#server/pdf/logo.ts'
import { readDocument } from '../read-document.ts'
import { documentPaper } from './printed-document.ts'

/** The document as it prints. It is read here and set behind the transaction. */
export async function documentPdf(context: Context, side: Side, id: number): Promise<Answer> {
  const { db, session, services } = context
  const read = await readDocument(context, side, id)
  const record = documents[side.document].record.parse(read) as Parameters<typeof documentPaper>[2]
  const own = await db
    .selectFrom('currencies')
    .select(['code', 'decimals'])
    .where('id', '=', session.organization.currency_id)
    .executeTakeFirstOrThrow()
  const logo = await logoOf(db, record.organization.logo)
  const paper = documentPaper(services.words, side, record, own)
  const name = `${paper.number.replace(/[^\w.-]/g, '-')}.pdf`
  return { file: { name, mimetype: 'application/pdf', content: () => services.pdf.render({ ...paper, logo }) } }
}
