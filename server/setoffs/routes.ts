import type { FastifyInstance } from 'fastify'
import { setOffs } from '#contract/documents/set-offs.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { readIssuedSetOff, readSetOff, setOffListing } from './read-set-off.ts'
import { createSetOff } from './save-set-off.ts'
import { voidSetOff } from './void-set-off.ts'

export function setOffRoutes(app: FastifyInstance): void {
  const { calls, list } = setOffs
  mountExport(app, setOffs, (context, query) => listRows(context.db, setOffListing(context), list, query))
  mount(app, calls.list, (context, { query }) => listRows(context.db, setOffListing(context), list, query as ListQuery))
  mount(app, calls.read, async (context, { params }) => ({ data: await readSetOff(context, params.id) }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await readIssuedSetOff(context, await createSetOff(context, body)),
  }))
  mount(app, calls.remove, async (context, { params, query }) => {
    await voidSetOff(context, params.id, query.date)
    return { data: { id: params.id } }
  })
}
