import type { FastifyInstance } from 'fastify'
import { billPaperList, billInboxCalls as calls } from '#contract/imports/bill-inbox.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { mount, mountPrepared } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { billPaperListing, readBillPaper } from './read-bill-paper.ts'
import { bookPaper, readSentPaper, removePaper, savePaper } from './save-paper.ts'

export function billInboxRoutes(app: FastifyInstance): void {
  mount(app, calls.list, ({ db }, { query }) => listRows(db, billPaperListing, billPaperList, query as ListQuery))
  mountPrepared(
    app,
    calls.create,
    (reader, { body }) => readSentPaper(reader, body.paper_file as Parameters<typeof readSentPaper>[1], body.code),
    async (context, { body }, read) => ({
      data: await readBillPaper(
        context,
        await savePaper(context, body.paper_file as Parameters<typeof savePaper>[1], body.code, read),
      ),
    }),
  )
  mount(app, calls.read, async (context, { params }) => ({ data: await readBillPaper(context, params.id) }))
  mount(app, calls.book, (context, { params, body }) => bookPaper(context, (params as { id: number }).id, body))
  mount(app, calls.remove, async (context, { params }) => {
    await removePaper(context, params.id)
    return { data: { id: params.id } }
  })
}
