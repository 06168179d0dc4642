import { sql } from 'kysely'
import type { WebhookDelivery } from '#contract/access/webhooks.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { findRow } from '#server/resource/table.ts'
import { bodyOfEvent, type StoredEvent } from './event-body.ts'
import { requireReadableRecord } from './require-readable.ts'

export const deliveryListing: Listing = {
  table: 'webhook_deliveries',
  from: (db) =>
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id'),
  withoutJoins: (db) => db.selectFrom('webhook_deliveries'),
  select: (query) =>
    query.select([
      'webhook_deliveries.id',
      'webhook_deliveries.event_id',
      'webhook_deliveries.type',
      'webhook_deliveries.resource',
      'webhook_deliveries.resource_id',
      'webhook_deliveries.state',
      'webhook_deliveries.attempts',
      'webhook_deliveries.response_status',
      'webhook_deliveries.duration_ms',
      'webhook_deliveries.last_error',
      'webhook_deliveries.created_at',
      'webhook_deliveries.last_attempt_at',
      'webhook_deliveries.next_attempt_at',
      'webhook_deliveries.delivered_at',
      sql`json_build_object('id', webhook_endpoints.id, 'name', webhook_endpoints.name)`.as('webhook'),
    ]),
  filter: {
    webhook_id: (query: AnyQuery, value: number) => query.where('webhook_deliveries.endpoint_id', '=', value),
  },
}

export async function readWebhookDelivery(context: Context, id: number): Promise<WebhookDelivery> {
  const { db } = context
  const row = await findRow(
    deliveryListing
      .select(deliveryListing.from(db))
      .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
      .select(['webhook_deliveries.response', 'webhook_endpoints.url', 'webhook_events.at', 'webhook_events.data'])
      .where('webhook_deliveries.id', '=', id),
  )
  requireReadableRecord(context, String(row.resource))
  return { ...row, body: bodyOfEvent(row as StoredEvent) } as WebhookDelivery
}

/** An event of its own kind, to one endpoint, also to an inactive one. */
export async function sendTest(context: Context, id: number): Promise<number> {
  const { db, session, services } = context
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!endpoint) throw new Refusal('not_found')
  const data = JSON.stringify({ id, name: endpoint.name })
  const about = { type: 'webhook.test', resource: 'webhook', resource_id: id }
  const event = await db
    .insertInto('webhook_events')
    .values({ ...about, data })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({ ...about, endpoint_id: id, event_id: event.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(db, session.organization_id, { kind: 'webhook', key: String(delivery.id), payload: {} })
  services.outbox.wake()
  return delivery.id
}

/** Sends it again now, out of order, on request. A delivery in transit is not sent twice. */
export async function replayDelivery(context: Context, id: number): Promise<void> {
  const { db, session, services } = context
  const stored = await db
    .selectFrom('webhook_deliveries')
    .select(['state', 'replays', 'resource'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  requireReadableRecord(context, stored.resource)
  if (stored.state === 'waiting') throw new Refusal('webhook_waiting')
  const replays = stored.replays + 1
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', replays, attempts: 0, next_attempt_at: services.clock.now() })
    .where('id', '=', id)
    .execute()
  await enqueue(db, session.organization_id, { kind: 'webhook', key: `${id}:${replays}`, payload: {} })
  services.outbox.wake()
}
