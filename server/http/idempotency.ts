import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

/** The key was used for this very request before: its transaction ends, the stored answer goes out. */
export class Replay extends Error {
  readonly response: unknown
  constructor(response: unknown) {
    super('answered before')
    this.response = response
  }
}

/**
 * The first statement of a write that carries an Idempotency-Key. The row is part of the business transaction, so
 * there is no half state: a twin waits on it, then is told the stored answer (Replay); a refusal rolls it back, so that
 * a corrected form may use its key again.
 */
export async function claimKey(context: Context, key: string, route: string, body: unknown): Promise<void> {
  const { db, session } = context
  const sha256 = hash('sha256', JSON.stringify(withoutFiles(body) ?? null), 'buffer')
  const claimed = await sql`
    INSERT INTO idempotency_keys (organization_id, key, user_id, route, body_sha256)
    VALUES (${session.organization_id}, ${key}, ${session.user_id}, ${route}, ${sha256})
    ON CONFLICT (organization_id, key) DO NOTHING RETURNING key`.execute(db)
  if (claimed.rows.length > 0) return
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'route', 'body_sha256', 'status', 'response'])
    .where('key', '=', key)
    .executeTakeFirst()
  // The first holder rolled back between our two statements: the caller may simply try again.
  if (!stored || stored.status === null) throw new Refusal('conflict_retry')
  const same = stored.user_id === session.user_id && stored.route === route && sha256.equals(stored.body_sha256)
  if (!same) throw new Refusal('idempotency_mismatch')
  throw new Replay(stored.response)
}

/** Only what was done is kept: a refusal rolls its key back. */
export function storeAnswer(context: Context, key: string, response: unknown): void {
  context.db.together.keep(storeAnswers, { context, answer: { key, response } })
}

async function storeAnswers(all: readonly { context: Context; answer: object }[]): Promise<void> {
  const { db, session } = (all[0] as { context: Context }).context
  await sql`
    UPDATE idempotency_keys AS kept SET status = 200, response = given.response
    FROM json_to_recordset(${JSON.stringify(all.map(({ answer }) => answer))}::json) AS given (key text, response json)
    WHERE kept.organization_id = ${session.organization_id} AND kept.key = given.key`.execute(db)
}

/** Files stand in the comparison by their hash. */
function withoutFiles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { data } = value as { data?: unknown }
  if (Buffer.isBuffer(data)) return hash('sha256', data)
  if (Array.isArray(value)) return value.map(withoutFiles)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFiles(item)]))
}
