import { sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

export type OutboxKind = 'mail'
/** `key` makes a message of a kind unique: the same key again stores nothing. `payload` is JSON. */
export type NewMessage = { kind: OutboxKind; key: string; payload: object }
export type StoredMessage = { id: number; kind: OutboxKind; key: string; payload: unknown; attempts: number }

/**
 * What sending came to. `sent`: it left. `retry`: not now, again after the pause. `failed`: never, a person has to act. `unknown`: it
 * may have left; only who sent it can tell.
 */
export type DeliveryOutcome =
  | { state: 'sent' }
  | { state: 'retry'; error: string; after_ms?: number }
  | { state: 'failed' | 'unknown'; error: string }

/** How the messages of a kind are sent. */
export type Handler = {
  /** Outside of any transaction: it may take long, or never come back. */
  deliver(organizationId: number, message: StoredMessage): Promise<DeliveryOutcome>
  /** In the transaction that stores the outcome: what else follows from it. */
  settle?(db: TenantDatabase, message: StoredMessage, outcome: DeliveryOutcome): Promise<void>
  /** A server died while sending: send the same bytes again, or leave it to a person because twice is worse than late. */
  afterCrash: 'resend' | 'ask'
}

/** Stores a message in the transaction that decides it. Wake the runner after the commit, or its next poll finds it. */
export async function enqueue(db: TenantDatabase, organizationId: number, message: NewMessage): Promise<void> {
  const { kind, key, payload } = message
  await sql`
    WITH stored AS (
      INSERT INTO outbox_messages (organization_id, kind, key, payload)
      VALUES (${organizationId}, ${kind}, ${key}, ${JSON.stringify(payload)}::jsonb)
      ON CONFLICT (organization_id, kind, key) DO NOTHING RETURNING id)
    INSERT INTO outbox_directory (organization_id, message_id, due_at)
    SELECT ${organizationId}, id, now() FROM stored`.execute(db)
}
