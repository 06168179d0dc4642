import type { FastifyInstance } from 'fastify'
import { eInvoicingCalls as calls, eDocuments, eDocumentXmlCalls } from '#contract/e-invoicing.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { archive } from './archive.ts'
import { documentXml, eDocumentXml } from './e-document-files.ts'
import { eDocumentListing, readEDocument, retryEDocument, summarize } from './e-document-list.ts'
import { planOnboarding } from './onboard-unit.ts'
import { setPhase, showSettings } from './settings.ts'
import { createUnit, retireUnit } from './units.ts'

export function eInvoicingRoutes(app: FastifyInstance): void {
  mountSettings(app)
  mount(app, eDocuments.calls.list, ({ db }, { query }) =>
    listRows(db, eDocumentListing, eDocuments.list, query as ListQuery),
  )
  mount(app, eDocuments.calls.read, async (context, { params }) => ({ data: await readEDocument(context, params.id) }))
  mount(app, calls.retry, async (context, { params }) => {
    const send = await retryEDocument(context, params.id)
    const after = async () => {
      await send()
      return again(context, (fresh) => readEDocument(fresh, params.id))
    }
    return { data: await readEDocument(context, params.id), after, message: 'updated' }
  })
  mount(app, calls.summary, async (context) => ({ data: await summarize(context) }))
  mount(app, calls.xml, async (context, { params }) => ({
    file: await eDocumentXml(context, (params as { id: number }).id),
  }))
  mount(app, calls.archive, async (context, { query }) => ({ file: await archive(context, query) }))
  for (const [kind, call] of Object.entries(eDocumentXmlCalls))
    mount(app, call, async (context, { params }) => ({
      file: await documentXml(context, kind, (params as { id: number }).id),
    }))
}

function mountSettings(app: FastifyInstance): void {
  mount(app, calls.settings, async (context) => ({ data: await showSettings(context) }))
  mount(app, calls.setPhase, async (context, { body }) => {
    await setPhase(context, body)
    return { data: await showSettings(context) }
  })
  mount(app, calls.createUnit, async (context, { body }) => {
    await createUnit(context, body)
    return { data: await showSettings(context) }
  })
  for (const [call, isRenewal] of [
    [calls.onboard, false],
    [calls.renew, true],
  ] as const)
    mount(app, call, async (context, { params, body }) => {
      const onboard = await planOnboarding(context, params.id, body.otp, isRenewal)
      const after = async () => {
        await onboard()
        return again(context, showSettings)
      }
      return { data: await showSettings(context), after, message: 'updated' }
    })
  mount(app, calls.retire, async (context, { params }) => {
    await retireUnit(context, params.id)
    return { data: await showSettings(context), message: 'updated' }
  })
}

/** The final state after all work, read in a separate transaction. */
const again = <Result>(context: Context, read: (fresh: Context) => Promise<Result>): Promise<Result> =>
  inTenant(context.services.pool, context.session.organization_id, 'read', (db) => read({ ...context, db }))
