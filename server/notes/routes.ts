import type { FastifyInstance } from 'fastify'
import {
  advanceNoteCalls,
  externalNoteCalls,
  type NoteKind,
  noteAdvanceCalls,
  notes,
} from '#contract/documents/notes.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Call } from '#contract/kit/resource.ts'
import { markIssued } from '#server/documents/issuing/mark-issued.ts'
import { refuseRejectedNote } from '#server/documents/issuing/refuse-rejected.ts'
import { mount } from '#server/http/pipeline.ts'
import { documentAdvance } from '#server/payments/advances/document-advance.ts'
import { mountAdvance } from '#server/payments/advances/mount-advance.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { decideWrite } from '#server/posting/run-write.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { createExternalNote } from './create-external-note.ts'
import { createNote, issuedNote } from './create-note.ts'
import { listNotes, sumNotes } from './list-notes.ts'
import { mergedNotes, notePdf } from './note-pdf.ts'
import { readIssuedNote, readNote, readNoteDraft } from './read-note.ts'
import { voidNote } from './void-note.ts'

export function noteRoutes(app: FastifyInstance): void {
  for (const resource of Object.values(notes)) {
    const { calls, noteKind: kind } = resource
    mountExport(app, resource, (context, query) => listNotes(context, resource, query))
    mount(app, calls.list, (context, { query }) => listNotes(context, resource, query as ListQuery))
    mount(app, calls.sums, (context, { query }) => sumNotes(context, resource, query as ListQuery))
    mount(app, calls.read, async (context, { params }) => ({
      data: await readNote(context, kind, (params as { id: number }).id),
    }))
    mount(app, calls.mergedPdf, (context, { query }) => mergedNotes(context, kind, (query as { ids: number[] }).ids))
    mount(app, calls.pdf, (context, { params }) => notePdf(context, kind, (params as { id: number }).id))
    mount(app, calls.remove, async (context, { params }) => {
      const { id } = params as { id: number }
      await voidNote(context, kind, id)
      return { data: { id } }
    })
    mount(app, calls.issue, (context, asked) =>
      markIssued(context, kind.name, asked, (again, id) => readNote(again, kind, id)),
    )
    mountCreate(app, correcting(kind, kind.side.document), calls)
  }
  for (const { noteKind: kind } of [notes.credit_note, notes.debit_note])
    mount(app, externalNoteCalls[kind.name], async (context, { body }) => {
      const id = await createExternalNote(context, kind, body)
      await refuseRejectedNote(context, kind, id)
      return { data: await readIssuedNote(context, kind, id) }
    })
  mountCreate(app, correcting(notes.credit_note.noteKind, 'advance_invoice'), advanceNoteCalls)
  for (const resource of [notes.credit_note, notes.supplier_credit]) {
    const kind = resource.noteKind
    mountAdvance(app, kind.side, noteAdvanceCalls[kind.name], {
      advance: (context, id) => documentAdvance(context, kind, id),
      read: (context, id) => readNote(context, kind, id),
    })
  }
}

/** Below the address of one kind of document only that kind is corrected. */
const correcting = (kind: NoteKind, document: string) => ({ ...kind, corrects: [document] }) as NoteKind

/** A note starts from the document it corrects: what is left of that, and the note on it. */
function mountCreate(app: FastifyInstance, kind: NoteKind, calls: { draft: Call; create: Call; preview?: Call }): void {
  if (calls.preview)
    mountPlanPreview(app, calls.preview, async (context, { params, body }) => {
      const request = { kind, documentId: (params as { id: number }).id, ask: body }
      return (await decideWrite(context, issuedNote, request)).plan
    })
  mount(app, calls.draft, async (context, { params }) => ({
    data: await readNoteDraft(context, kind, (params as { id: number }).id),
  }))
  mount(app, calls.create, async (context, { params, body }) => {
    const id = await createNote(context, kind, (params as { id: number }).id, body as Parameters<typeof createNote>[3])
    await refuseRejectedNote(context, kind, id)
    return { data: await readIssuedNote(context, kind, id), message: 'created' }
  })
}
