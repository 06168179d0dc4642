import type { FastifyInstance } from 'fastify'
import { attachmentCalls, attachmentSources } from '#contract/attachments.ts'
import type { Upload } from '#contract/fields/choice.ts'
import { historyCalls, journalSources } from '#contract/history.ts'
import { mount } from '#server/http/pipeline.ts'
import { attachFile, attachmentsOf, readAttachment, removeAttachment } from './attachments.ts'
import { entriesOf, revisionsOf } from './history.ts'

/** For every record that posts: its entries in the journal, its content before each correction, and its attachments. Orders and transfers have these alone. */
export function historyRoutes(app: FastifyInstance): void {
  for (const source of journalSources) {
    const { entries, revisions } = historyCalls[source.name]
    mount(app, entries, async (context, { params }) => ({ data: await entriesOf(context, source, params.id) }))
    mount(app, revisions, async (context, { params }) => ({ data: await revisionsOf(context, source, params.id) }))
  }
  for (const source of attachmentSources) {
    const { list, read, add, remove } = attachmentCalls[source.name]
    mount(app, list, async (context, { params }) => ({ data: await attachmentsOf(context, source, params.id) }))
    mount(app, read, async (context, { params }) => ({
      file: await readAttachment(context, source, params.id, params.attachment_id),
    }))
    mount(app, add, async (context, { params, body }) => ({
      data: await attachFile(context, source, params.id, body.attached_file as Upload),
    }))
    mount(app, remove, async (context, { params }) => {
      await removeAttachment(context, source, params.id, params.attachment_id)
      return { data: { id: params.attachment_id } }
    })
  }
}
