import { sql } from 'kysely'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { claim_s, claimInTurns, type DueMessage } from './claim-in-turns.ts'
import type { DeliveryOutcome, Handler, OutboxKind, StoredMessage } from './outbox.ts'

export type OutboxRunner = {
  /** Something was stored: look now instead of at the next poll. */
  wake(): void
  /** Sends one due message for a waiting caller. False if it is settled or another process is sending it. */
  sendNow(organizationId: number, kind: OutboxKind, key: string): Promise<boolean>
  /** Sends until nothing is due. */
  drain(): Promise<void>
  stop(): Promise<void>
}
const again_ms = 300
type RunnerOptions = {
  pool: Pool
  handlers: Record<OutboxKind, Handler>
  tell: (error: unknown) => void
  /** How often it looks by itself; null: only when it is woken. */
  poll_ms?: number | null
}

const pauses_s = [10, 30, 120, 600, 1_800, 3_600]
const attemptsMaximum = 100

/**
 * Sends what the outbox holds, at least once and in the order of what is due. Several processes may run: each claims its own messages.
 * A kill at any step loses nothing: a claim runs out, and what was being sent then is sent again or left
 * to a person, as its kind says.
 */
export function createOutboxRunner({ pool, handlers, tell, poll_ms = 5_000 }: RunnerOptions): OutboxRunner {
  const send = senderOf(pool, handlers)
  let running: Promise<void> | undefined
  let isRetried = false
  let isStopped = false
  /** Wakes the pass that is under way. */
  let ask = () => {}

  const drain = () =>
    sendDue({
      pool,
      send: (due) => send(due.organization_id, due.message_id).catch(tell),
      isOver: () => isStopped,
      asked() {
        isRetried = false
        return new Promise<void>((resolve) => {
          ask = resolve
        })
      },
    })

  /** One pass at a time. A request during a pass starts another one after it. */
  function look(): Promise<void> {
    if (running) {
      isRetried = true
      ask()
      return running
    }
    running = drain()
      .catch(tell)
      .finally(() => {
        running = undefined
        if (isRetried && !isStopped) {
          isRetried = false
          void look()
        }
      })
    return running
  }

  const twice = lookTwice(look)
  const polling = poll_ms === null ? undefined : setInterval(look, poll_ms).unref()
  return {
    wake: () => void (isStopped || twice.look()),
    async sendNow(organizationId, kind, key) {
      const id = await inTenant(pool, organizationId, 'read', (db) => idOf(db, organizationId, kind, key))
      if (id === null || !(await claimOne(pool, organizationId, id))) return false
      await send(organizationId, id)
      return true
    },
    drain: async () => {
      await running
      await look()
    },
    async stop() {
      isStopped = true
      clearInterval(polling)
      twice.stop()
      ask()
      await running
    },
  }
}

type Sending = {
  pool: Pool
  send(due: DueMessage): Promise<void>
  isOver(): boolean
  /** Settles when something more may be due. */
  asked(): Promise<void>
}

/** Sends until nothing is due. A message that waits long for its answer does not delay those of others. */
async function sendDue({ pool, send, isOver, asked }: Sending): Promise<void> {
  const sending = new Map<Promise<void>, DueMessage>()
  while (!isOver()) {
    const before = sending.size
    const claimed = await claimInTurns(pool, [...sending.values()])
    for (const due of claimed) {
      const one = send(due)
      sending.set(one, due)
      void one.finally(() => sending.delete(one))
    }
    // Others may be due behind those that were looked at, or those that ended meanwhile.
    if (claimed.length > 0 || sending.size < before) continue
    if (sending.size === 0) return
    await Promise.race([...sending.keys(), asked()])
  }
  await Promise.all(sending.keys())
}

/** A rule wakes the runner before its own commit: that message is seen by the second look. */
function lookTwice(look: () => Promise<void>) {
  let again: NodeJS.Timeout | undefined
  return {
    look() {
      setImmediate(look)
      again ??= setTimeout(() => {
        again = undefined
        void look()
      }, again_ms).unref()
    },
    stop: () => clearTimeout(again),
  }
}

/** Sends one claimed message, and stores the outcome. */
function senderOf(pool: Pool, handlers: RunnerOptions['handlers']) {
  return async (organizationId: number, id: number): Promise<void> => {
    const started = await inTenant(pool, organizationId, 'write', (db) => start(db, organizationId, id))
    if (!started) return
    const { message, wasSending } = started
    const handler = handlers[message.kind]
    const outcome: DeliveryOutcome =
      wasSending && handler.afterCrash === 'ask'
        ? { state: 'unknown', error: 'the server stopped while it was being sent' }
        : await handler.deliver(organizationId, message).catch((error) => ({ state: 'retry', error: String(error) }))
    await inTenant(pool, organizationId, 'write', async (db) => {
      await handler.settle?.(db, message, outcome)
      await settle(db, organizationId, message, outcome)
    })
  }
}

async function claimOne(pool: Pool, organizationId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE outbox_directory SET due_at = now() + make_interval(secs => $1)
     WHERE organization_id = $2 AND message_id = $3 AND due_at <= now()`,
    [claim_s, organizationId, id],
  )
  return rowCount === 1
}

async function idOf(db: TenantDatabase, organizationId: number, kind: OutboxKind, key: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM outbox_messages WHERE organization_id = ${organizationId} AND kind = ${kind} AND key = ${key}`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Records the start of sending before it starts. There is nothing to send if the message is settled already. */
async function start(db: TenantDatabase, organizationId: number, id: number) {
  const { rows } = await sql<StoredMessage & { state: string }>`
    SELECT id, kind, key, payload, attempts, state FROM outbox_messages
    WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`.execute(db)
  const [stored] = rows
  if (!stored || !['waiting', 'sending'].includes(stored.state)) {
    await forget(db, organizationId, id)
    return null
  }
  await sql`UPDATE outbox_messages SET state = 'sending', attempts = attempts + 1
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  const { state, ...message } = stored
  return { message: { ...message, attempts: message.attempts + 1 }, wasSending: state === 'sending' }
}

async function settle(
  db: TenantDatabase,
  organizationId: number,
  { id, attempts }: StoredMessage,
  outcome: DeliveryOutcome,
) {
  const isLast = outcome.state === 'retry' && attempts >= attemptsMaximum
  const state = outcome.state === 'retry' ? (isLast ? 'failed' : 'waiting') : outcome.state
  const error = (outcome.state === 'sent' ? (outcome.remark ?? null) : outcome.error)?.slice(0, 1_000) ?? null
  const ending = state === 'sent' ? sql`sent_at = now(), payload = '{}'::jsonb` : sql`sent_at = NULL`
  // Where a claim ran out, another sender may have ended the message meanwhile: it is not begun again.
  const isUnsettled = outcome.state === 'retry' ? sql`AND state = 'sending'` : sql``
  const { numAffectedRows } = await sql`UPDATE outbox_messages SET state = ${state}, last_error = ${error}, ${ending}
    WHERE organization_id = ${organizationId} AND id = ${id} ${isUnsettled}`.execute(db)
  if (numAffectedRows === 0n) return
  if (outcome.state !== 'retry' || isLast) return forget(db, organizationId, id)
  const pause_s = (outcome.after_ms ?? (pauses_s[attempts - 1] ?? pauses_s.at(-1) ?? 0) * 1_000) / 1_000
  await sql`UPDATE outbox_directory SET due_at = now() + make_interval(secs => ${pause_s})
    WHERE organization_id = ${organizationId} AND message_id = ${id}`.execute(db)
}

async function forget(db: TenantDatabase, organizationId: number, id: number): Promise<void> {
  await sql`DELETE FROM outbox_directory WHERE organization_id = ${organizationId} AND message_id = ${id}`.execute(db)
}
