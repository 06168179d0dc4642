import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import type { AnswerFile } from './send-attachment.ts'

/** Characters outside its alphabet are not allowed in a header. */
export const plainFileName = (number: string, ending: string): string =>
  `${number.replace(/[^\w.-]/g, '-') || 'paper'}.${ending}`

/** A paper as a PDF named after its number. It is typeset after the transaction. */
export const pdfFile = ({ services, session }: Context, paper: PdfPaper): AnswerFile => ({
  name: plainFileName(paper.number, 'pdf'),
  fullName: `${paper.number.replace(/[\\/]/g, '-')}.pdf`,
  mimetype: 'application/pdf',
  content: () => services.pdf.render(session.organization_id, paper),
})

const mergedMaximum = 1_000

/** Several papers one after the other in one file. One that may not be handed over refuses the file. Files inside a paper belong to that paper alone. */
export async function mergedPdfFile(
  { services, session, today }: Context,
  name: string,
  ids: readonly number[],
  paperOf: (id: number) => Promise<PdfPaper>,
): Promise<AnswerFile> {
  if (ids.length > mergedMaximum) throw new Refusal('invalid_input', { errors: { ids: { code: 'too_many_rows' } } })
  const papers: PdfPaper[] = []
  for (const id of ids) {
    const { files: _, ...paper } = await paperOf(id)
    papers.push(paper)
  }
  const content = () => services.pdf.render(session.organization_id, ...papers)
  return { name: `${name}-${today}.pdf`, mimetype: 'application/pdf', content }
}
