import { sql } from 'kysely'
import type { z } from 'zod'
import type { webhooks } from '#contract/access/webhooks.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import type { Listing } from '#server/resource/list.ts'
import { deleteRow, findRow, insertRow, updateRow } from '#server/resource/table.ts'
import { AddressRefused, allowedNetworks, checkWebhookUrl } from './public-address.ts'
import { requireReadableEvents } from './require-readable.ts'
import { newWebhookSecret } from './signature.ts'

type WebhookInput = z.output<typeof webhooks.input>

const countOf = (state: string) =>
  sql<number>`(SELECT count(*)::integer FROM webhook_deliveries AS d WHERE d.organization_id = ${ownTenant}
    AND d.endpoint_id = webhook_endpoints.id AND d.state = ${state})`

export const webhookListing: Listing = {
  table: 'webhook_endpoints',
  from: (db) => db.selectFrom('webhook_endpoints'),
  // The secret stays out of every answer.
  select: (query) =>
    query.select([
      'webhook_endpoints.id',
      'webhook_endpoints.name',
      'webhook_endpoints.url',
      'webhook_endpoints.events',
      'webhook_endpoints.status',
      'webhook_endpoints.gone_at',
      'webhook_endpoints.created_at',
      'webhook_endpoints.version',
      countOf('waiting').as('waiting'),
      countOf('failed').as('failed'),
      sql`(SELECT max(d.delivered_at) FROM webhook_deliveries AS d WHERE d.organization_id = ${ownTenant}
        AND d.endpoint_id = webhook_endpoints.id)`.as('last_delivered_at'),
    ]),
}

export const readWebhook = ({ db }: Context, id: number) =>
  findRow(webhookListing.select(webhookListing.from(db)).where('webhook_endpoints.id', '=', id))

/** The secret is in this one answer, after the commit: not in the stored one of an idempotency key. */
export async function createWebhook(context: Context, body: WebhookInput): Promise<Answer> {
  const { db, session, services } = context
  requirePublic(context, body.url)
  requireReadableEvents(context, body.events)
  const secret = newWebhookSecret()
  const { version: _, ...values } = body
  const id = await insertRow(db, 'webhook_endpoints', {
    status: 'active',
    ...values,
    secret: services.vault.seal(session.organization_id, secret),
    created_by: session.user_id,
  })
  const record = await readWebhook(context, id)
  return { data: record, after: async () => ({ ...record, secret }) }
}

export async function updateWebhook(context: Context, id: number, body: WebhookInput): Promise<void> {
  requirePublic(context, body.url)
  requireReadableEvents(context, body.events)
  const { version, ...values } = body
  await updateRow(context.db, 'webhook_endpoints', id, { ...values, gone_at: null }, version)
}

/** With its waiting deliveries; delivered ones leave the list as well. */
export const removeWebhook = (context: Context, id: number): Promise<void> =>
  deleteRow(context, 'webhook_endpoints', id)

export async function renewSecret(context: Context, id: number): Promise<Answer> {
  const { db, session, services } = context
  const secret = newWebhookSecret()
  await updateRow(
    db,
    'webhook_endpoints',
    id,
    { secret: services.vault.seal(session.organization_id, secret) },
    undefined,
  )
  const record = await readWebhook(context, id)
  return { data: record, message: 'updated', after: async () => ({ ...record, secret }) }
}

/** The checks of an address before its name is resolved. The rest is checked when sending. */
function requirePublic({ services }: Context, url: string): void {
  try {
    checkWebhookUrl(url, allowedNetworks(services.config.webhookNetworks))
  } catch (error) {
    if (error instanceof AddressRefused) throw new Refusal('webhook_address', { field: 'url' })
    throw error
  }
}
