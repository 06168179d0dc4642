import { sql } from 'kysely'
import { refusals } from '#contract/refusals.ts'
import type { Delivery } from '#contract/sharing/deliveries.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendAgain } from '#server/outbox/outbox.ts'
import { requireSharedRecord } from './shared-paper.ts'
import type { PaperKey } from './shared-paper-facts.ts'

const deliveriesMaximum = 200

/** Where a paper went, latest first. */
export async function listDeliveries(context: Context, key: PaperKey): Promise<Delivery[]> {
  // A record that is not there has no deliveries to show.
  await requireSharedRecord(context, key)
  return queryDeliveries(context, key)
}

export async function readDelivery(context: Context, key: PaperKey, id: number): Promise<Delivery> {
  const [row] = await queryDeliveries(context, key, id)
  if (!row) throw new Refusal('not_found')
  return row
}

async function queryDeliveries(
  context: Context,
  { kind, id }: PaperKey,
  only: number | null = null,
): Promise<Delivery[]> {
  const { db, session } = context
  const own = session.organization_id
  const { rows } = await sql<Delivery>`
    SELECT delivery.id, delivery.channel, delivery.language, delivery.recipients, delivery.subject, delivery.from_day, delivery.to_day,
      CASE WHEN delivery.channel = 'mail' THEN coalesce(message.state, 'failed') ELSE 'open' END AS state,
      coalesce(message.attempts, 0) AS attempts, message.last_error AS error, message.sent_at,
      delivery.opened, delivery.first_opened_at, delivery.last_opened_at, delivery.expires_at, delivery.ended_at, delivery.created_at,
      author.name AS created_by,
      coalesce((SELECT json_agg(json_build_object('name', remark.name, 'remark', remark.remark, 'created_at', remark.created_at) ORDER BY remark.id)
        FROM delivery_remarks AS remark WHERE remark.organization_id = ${own} AND remark.delivery_id = delivery.id), '[]') AS remarks
    FROM deliveries AS delivery
    LEFT JOIN outbox_messages AS message ON message.organization_id = ${own} AND message.kind = 'delivery' AND message.key = delivery.id::text
    LEFT JOIN users AS author ON author.organization_id = ${own} AND author.id = delivery.created_by
    WHERE delivery.organization_id = ${own} AND delivery.kind = ${kind.name} AND delivery.record_id = ${id}
      AND (${only}::bigint IS NULL OR delivery.id = ${only}::bigint)
    ORDER BY delivery.id DESC LIMIT ${deliveriesMaximum}`.execute(db)
  return rows.map((row) => ({ ...row, error: row.error && wordedError(context, row.error), link: null }))
}

/** Our own reasons are translated. The text of a mail server is shown as received. */
const wordedError = ({ services, language }: Context, error: string): string =>
  error in refusals ? services.words.say(language, `refusals:${error}`) : error

/** The link opens nothing from now on. */
export async function endDelivery(context: Context, key: PaperKey, id: number): Promise<Delivery> {
  await readDelivery(context, key, id)
  const ended_at = context.services.clock.now()
  await context.db
    .updateTable('deliveries')
    .set({ ended_at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  return readDelivery(context, key, id)
}

export async function retryDelivery(context: Context, key: PaperKey, id: number): Promise<Delivery> {
  await readDelivery(context, key, id)
  if (!(await sendAgain(context.db, context.session.organization_id, 'delivery', String(id))))
    throw new Refusal('nothing_to_retry')
  return readDelivery(context, key, id)
}
