import type { FastifyInstance } from 'fastify'
import { bankReconciliations } from '#contract/bank.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { bankSheet, readReconciliation, readSavedReconciliation, reconciliationListing } from './read-reconciliation.ts'
import { removeReconciliation, reopenReconciliation, saveReconciliation } from './save-reconciliation.ts'

export function bankRoutes(app: FastifyInstance): void {
  const { calls, list } = bankReconciliations
  const resource = bankReconciliations
  mountExport(app, resource, ({ db }, query) => listRows(db, reconciliationListing, list, query))
  mount(app, calls.list, ({ db }, { query }) => listRows(db, reconciliationListing, list, query as ListQuery))
  mount(app, calls.sheet, async (context, { query }) => ({ data: await bankSheet(context, query) }))
  mount(app, calls.read, async (context, { params }) => ({ data: await readReconciliation(context, params.id) }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await readSavedReconciliation(context, await saveReconciliation(context, null, body)),
  }))
  mount(app, calls.update, async (context, { params, body }) => ({
    data: await readSavedReconciliation(context, await saveReconciliation(context, params.id, body)),
  }))
  mount(app, calls.reopen, async (context, { params, body }) => {
    await reopenReconciliation(context, params.id, body.version)
    return { data: await readReconciliation(context, params.id) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    await removeReconciliation(context, params.id)
    return { data: { id: params.id } }
  })
}
