import { sql } from 'kysely'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { DeliveryOutcome, Handler, StoredMessage } from '#server/outbox/outbox.ts'
import { bodyOfEvent, eventIdOf, type StoredEvent } from './event-body.ts'
import { allowedNetworks } from './public-address.ts'
import { sendWebhook, type WebhookAnswer } from './send-webhook.ts'
import { signedHeaders } from './signature.ts'

const timeout_ms = 15_000
const minute = 60_000
/** About four days together, as the Standard Webhooks scheme advises. */
const pauses_ms = [
  5_000,
  minute,
  5 * minute,
  30 * minute,
  120 * minute,
  300 * minute,
  600 * minute,
  840 * minute,
  1_200 * minute,
  1_440 * minute,
]

type Attempt = { duration_ms: number; status: number | null; response: string | null }
type Pending = StoredEvent & { url: string; secret: Buffer; attempts: number; is_active: boolean }

/** The delivery that a message is about: its key names it, followed by a count where it is sent once more. */
const deliveryOf = ({ key }: StoredMessage): number => Number(key.split(':')[0])

/** Sends events to their endpoints. At least once: the receiver tells repeated ones by their `webhook-id`. */
export function webhookHandler(services: () => Services): Handler {
  const attempts = new Map<number, Attempt>()
  return {
    afterCrash: 'resend',
    async deliver(organizationId, message) {
      const { pool, vault, clock, config } = services()
      const pending = await inTenant(pool, organizationId, 'read', (db) =>
        find(db, organizationId, deliveryOf(message)),
      )
      if (!pending?.is_active) return { state: 'failed', error: 'the endpoint is inactive' }
      const body = bodyOfEvent(pending)
      const secret = vault.open(organizationId, pending.secret)
      const headers = signedHeaders(secret, eventIdOf(organizationId, pending.id), clock.now(), body)
      const started = performance.now()
      const took = () => Math.round(performance.now() - started)
      const facts = { allowed: allowedNetworks(config.webhookNetworks), timeout_ms }
      try {
        const answer = await sendWebhook(pending.url, body, headers, facts)
        attempts.set(message.id, { duration_ms: took(), status: answer.status, response: answer.body.slice(0, 1_000) })
        return outcomeOf(answer, pending.attempts)
      } catch (error) {
        attempts.set(message.id, { duration_ms: took(), status: null, response: null })
        return retry(wordsOf(error), pending.attempts)
      }
    },
    async settle(db, message, outcome) {
      const attempt = attempts.get(message.id)
      attempts.delete(message.id)
      await settleDelivery(db, services(), deliveryOf(message), outcome, attempt)
    },
  }
}

function outcomeOf({ status }: WebhookAnswer, attempts: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 410) return { state: 'failed', error: 'gone' }
  if (status >= 300 && status < 400) return retry(`HTTP ${status}: redirects are not followed`, attempts)
  return retry(`HTTP ${status}`, attempts)
}

/** Later pauses are longer; after the last one it is left to a person. A fifth more or less, so that many do not come back at once. */
function retry(error: string, attempts: number): DeliveryOutcome {
  const pause = pauses_ms[attempts]
  if (pause === undefined) return { state: 'failed', error }
  return { state: 'retry', error, after_ms: Math.round(pause * (0.8 + Math.random() * 0.4)) }
}

/** No stack and no address of ours: it is shown. */
function wordsOf(error: unknown): string {
  const { code, message, name } = error as { code?: string; message: string; name: string }
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer in ${timeout_ms / 1000} s`
  return (code ? `${code}: ${message}` : message).slice(0, 300)
}

async function find(db: TenantDatabase, organizationId: number, id: number): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    SELECT event.id, event.type, event.at, event.data, endpoint.url, endpoint.secret, delivery.attempts,
      endpoint.status = 'active' OR event.type = 'webhook.test' AS is_active
    FROM webhook_deliveries AS delivery
    JOIN webhook_events AS event ON event.organization_id = ${organizationId} AND event.id = delivery.event_id
    JOIN webhook_endpoints AS endpoint ON endpoint.organization_id = ${organizationId} AND endpoint.id = delivery.endpoint_id
    WHERE delivery.organization_id = ${organizationId} AND delivery.id = ${id}`.execute(db)
  return rows[0]
}

/** Stores what became of an attempt. A delivery that is over lets the next one of its record go. */
async function settleDelivery(
  db: TenantDatabase,
  { clock }: Services,
  id: number,
  outcome: DeliveryOutcome,
  attempt: Attempt | undefined,
): Promise<void> {
  const now = clock.now()
  const state = outcome.state === 'sent' ? 'delivered' : outcome.state === 'retry' ? 'waiting' : 'failed'
  const next = outcome.state === 'retry' ? new Date(now.getTime() + (outcome.after_ms ?? 0)) : null
  const delivery = await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      attempts: sql`attempts + 1`,
      last_attempt_at: now,
      next_attempt_at: next,
      duration_ms: attempt?.duration_ms ?? null,
      response_status: attempt?.status ?? null,
      response: attempt?.response ?? null,
      last_error: outcome.state === 'sent' ? null : outcome.error,
      ...(state === 'delivered' && { delivered_at: now }),
    })
    .where('id', '=', id)
    .returning(['organization_id', 'endpoint_id', 'resource', 'resource_id'])
    .executeTakeFirst()
  if (!delivery) return
  if (attempt?.status === 410)
    await db
      .updateTable('webhook_endpoints')
      .set({ status: 'inactive', gone_at: now, version: sql`version + 1` })
      .where('id', '=', delivery.endpoint_id)
      .execute()
  if (state !== 'waiting') await sendNext(db, delivery)
}

type Settled = { organization_id: number; endpoint_id: number; resource: string; resource_id: number }

const sendNext = (db: TenantDatabase, { organization_id, endpoint_id, resource, resource_id }: Settled) =>
  sql`SELECT webhook_send(${organization_id}, next.id) FROM (SELECT id FROM webhook_deliveries WHERE organization_id = ${organization_id}
    AND endpoint_id = ${endpoint_id} AND resource = ${resource} AND resource_id = ${resource_id} AND state = 'waiting' ORDER BY id LIMIT 1) AS next`.execute(
    db,
  )
