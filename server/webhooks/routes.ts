import type { FastifyInstance } from 'fastify'
import { webhookCalls, webhookDeliveries, webhooks } from '#contract/access/webhooks.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { deliveryListing, readWebhookDelivery, replayDelivery, sendTest } from './deliveries.ts'
import { createWebhook, readWebhook, removeWebhook, renewSecret, updateWebhook, webhookListing } from './endpoints.ts'

export function webhookRoutes(app: FastifyInstance): void {
  const { calls } = webhooks
  mount(app, calls.list, ({ db }, { query }) => listRows(db, webhookListing, webhooks.list, query as ListQuery))
  mount(app, calls.read, async (context, { params }) => ({ data: await readWebhook(context, params.id) }))
  mount(app, calls.create, (context, { body }) => createWebhook(context, body))
  mount(app, calls.update, async (context, { params, body }) => {
    await updateWebhook(context, params.id, body)
    return { data: await readWebhook(context, params.id) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    await removeWebhook(context, params.id)
    return { data: { id: params.id } }
  })
  mount(app, webhookCalls.renewSecret, (context, { params }) => renewSecret(context, params.id))
  mount(app, webhookCalls.test, async (context, { params }) => ({
    data: await readWebhookDelivery(context, await sendTest(context, params.id)),
    message: 'updated',
  }))
  mount(app, webhookDeliveries.calls.list, ({ db }, { query }) =>
    listRows(db, deliveryListing, webhookDeliveries.list, query as ListQuery),
  )
  mount(app, webhookDeliveries.calls.read, async (context, { params }) => ({
    data: await readWebhookDelivery(context, params.id),
  }))
  mount(app, webhookCalls.replay, async (context, { params }) => {
    await replayDelivery(context, params.id)
    return { data: await readWebhookDelivery(context, params.id), message: 'updated' }
  })
}
