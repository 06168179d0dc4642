import { sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

export type OutboxKind =
  | 'mail'
  | 'delivery'
  | 'recurring'
  | 'deferral'
  | 'reminder_day'
  | 'report_mail'
  | 'dry_close'
  | 'e_invoice'
  | 'e_invoice_day'
  | 'webhook'
/** What takes turns with its own kind only: a receiver of webhooks may be slow, and mail goes on. */
export type OutboxLane = 'mail' | 'e_invoice' | 'webhook' | 'work'
const laneOf: Record<OutboxKind, OutboxLane> = {
  mail: 'mail',
  delivery: 'mail',
  report_mail: 'mail',
  e_invoice: 'e_invoice',
  e_invoice_day: 'e_invoice',
  webhook: 'webhook',
  recurring: 'work',
  deferral: 'work',
  reminder_day: 'work',
  dry_close: 'work',
}

/** `key` makes a message of a kind unique: the same key again stores nothing. `payload` is JSON. Due at once unless said otherwise. */
export type NewMessage = { kind: OutboxKind; key: string; payload: object; due_at?: Date }
export type StoredMessage = { id: number; kind: OutboxKind; key: string; payload: unknown; attempts: number }

/**
 * The result of sending. `sent`: it left; `remark` names what did not. `retry`: later, after the pause. `failed`:
 * never, a person has to act. `unknown`: it may have left; only the handler of its kind can find out.
 */
export type DeliveryOutcome =
  | { state: 'sent'; remark?: string }
  | { state: 'retry'; error: string; after_ms?: number }
  | { state: 'failed' | 'unknown'; error: string }

/** How the messages of a kind are sent. */
export type Handler = {
  /** Outside of any transaction: it may take long, or never return. */
  deliver(organizationId: number, message: StoredMessage): Promise<DeliveryOutcome>
  /** Further effects of the outcome, in the transaction that stores it. */
  settle?(db: TenantDatabase, message: StoredMessage, outcome: DeliveryOutcome): Promise<void>
  /** After a crash while sending: send the same bytes again, or leave it to a person if sending twice is worse than late. */
  afterCrash: 'resend' | 'ask'
}

/** Stores a message in the transaction that decides it. Wake the runner after the commit, or its next poll finds it. */
export async function enqueue(db: TenantDatabase, organizationId: number, message: NewMessage): Promise<void> {
  const { kind, key, payload, due_at } = message
  const isOwn = sql`organization_id = ${organizationId} AND kind = ${kind} AND key = ${key}`
  await Promise.all([
    sql`INSERT INTO outbox_messages (organization_id, kind, key, payload)
      VALUES (${organizationId}, ${kind}, ${key}, ${JSON.stringify(payload)}::jsonb)
      ON CONFLICT (organization_id, kind, key) DO NOTHING`.execute(db),
    // One that was there before stays as it is: it may have been sent.
    sql`INSERT INTO outbox_directory (organization_id, message_id, due_at, lane)
      SELECT organization_id, id, ${due_at ?? sql`now()`}::timestamptz, ${laneOf[kind]}
      FROM outbox_messages WHERE ${isOwn} AND state = 'waiting' AND created_at = now()
      ON CONFLICT (organization_id, message_id) DO NOTHING`.execute(db),
  ])
}

/** Sends a failed message, or one with an unknown outcome, again. Returns whether there was one to send. */
export async function sendAgain(db: TenantDatabase, organizationId: number, kind: OutboxKind, key: string) {
  const { rows } = await sql<{ id: number }>`
    UPDATE outbox_messages SET state = 'waiting' WHERE organization_id = ${organizationId} AND kind = ${kind} AND key = ${key}
      AND state IN ('failed', 'unknown') RETURNING id`.execute(db)
  for (const { id } of rows)
    await sql`INSERT INTO outbox_directory (organization_id, message_id, due_at, lane) VALUES (${organizationId}, ${id}, now(), ${laneOf[kind]})
      ON CONFLICT (organization_id, message_id) DO UPDATE SET due_at = excluded.due_at`.execute(db)
  return rows.length > 0
}
