import type { Services } from '#server/core/services.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import type { AnswerFile } from './send-attachment.ts'

/** Characters outside its alphabet are not allowed in a header. */
export const plainFileName = (number: string, ending: string): string =>
  `${number.replace(/[^\w.-]/g, '-') || 'paper'}.${ending}`

/** A paper as a PDF named after its number. It is typeset after the transaction. */
export const pdfFile = ({ pdf }: Services, paper: PdfPaper): AnswerFile => ({
  name: plainFileName(paper.number, 'pdf'),
  mimetype: 'application/pdf',
  content: () => pdf.render(paper),
})
