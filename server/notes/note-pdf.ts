import type { z } from 'zod'
import { type NoteKind, notes } from '#contract/documents/notes.ts'
import { fieldOf } from '#contract/documents/sides.ts'
import { noteReasons } from '#contract/e-invoice/note-reasons.ts'
import type { Context } from '#server/core/context.ts'
import { completePaper } from '#server/documents/pdf/document-pdf.ts'
import { mergedPdfFile, pdfFile } from '#server/http/pdf-file.ts'
import type { Answer } from '#server/http/pipeline.ts'
import {
  bilingual,
  type Own,
  type PaperHead,
  type PaperWords,
  printedPaper,
} from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { readNote } from './read-note.ts'

type NoteAnswer = z.output<(typeof notes)['credit_note']['record']>

/** The note as it prints; in phase 2 with its XML inside. */
export async function notePdf(context: Context, kind: NoteKind, id: number): Promise<Answer> {
  return { file: pdfFile(context, await printedNote(context, kind, id)) }
}

/** Several notes in one file. */
export const mergedNotes = async (context: Context, kind: NoteKind, ids: readonly number[]): Promise<Answer> => ({
  file: await mergedPdfFile(context, kind.name, ids, (id) => printedNote(context, kind, id)),
})

export async function printedNote(context: Context, kind: NoteKind, id: number): Promise<PdfPaper> {
  const record = notes[kind.name].record.parse(await readNote(context, kind, id)) as NoteAnswer
  const say = bilingual(context.services.words)
  return completePaper(context, kind.name, record, (own) => notePaper(say, kind, record, own))
}

function notePaper(say: PaperWords, kind: NoteKind, record: NoteAnswer, own: Own): PdfPaper {
  const { note_number, note_date, reference } = record
  const party = fieldOf<PaperHead['party']>(record, kind.side.party)
  const facts = [
    { label: say('sheet.note_number'), value: note_number },
    { label: say('sheet.note_date'), value: note_date },
    { label: say(`sheet.reference_${reference.kind}`), value: reference.number },
    { label: say('sheet.reference_date'), value: reference.date },
    { label: say('sheet.reason'), value: reasonOf(record) },
  ]
  const title = record.is_void ? 'void_note' : kind.name
  return printedPaper(say, { side: kind.side, party, title, number: note_number, date: note_date, facts }, record, own)
}

/** The reason of the law in both languages, and what was said of it. */
function reasonOf({ reason, reason_code }: NoteAnswer): string {
  const legal = reason_code && noteReasons[reason_code]
  return [legal && `${legal.ar} · ${legal.en}`, reason].filter(Boolean).join(': ')
}
