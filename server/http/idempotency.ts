import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#server/db/given-rows.ts'
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

/** A key that is free, with whose request it is for. */
export type Claim = { key: string; user_id: number; route: string; sha256: string }

/**
 * The first statements of a write that carries an Idempotency-Key. Key and answer are written together, in the business
 * transaction, so there is no half state: a twin waits for the lock, then is told the stored answer (Replay); a refusal
 * leaves nothing, so that a corrected form may use its key again.
 */
export async function claimKey(context: Context, key: string, route: string, body: unknown): Promise<Claim> {
  const { db, session } = context
  const sha256 = hash('sha256', JSON.stringify(withoutFiles(body) ?? null), 'hex')
  // A statement of its own: what reads behind it sees what the twin has committed.
  const locked = sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, ${session.organization_id}))`.execute(db)
  const looked = sql<{ user_id: number; route: string; sha256: string; response: unknown }>`
    SELECT user_id, route, encode(body_sha256, 'hex') AS sha256, response FROM idempotency_keys
    WHERE organization_id = ${session.organization_id} AND key = ${key}`.execute(db)
  const [, { rows }] = await Promise.all([locked, looked])
  const [stored] = rows
  if (!stored) return { key, user_id: session.user_id, route, sha256 }
  const same = stored.user_id === session.user_id && stored.route === route && stored.sha256 === sha256
  if (!same) throw new Refusal('idempotency_mismatch')
  throw new Replay(stored.response)
}

/** Only what was done is kept. Who shares a transaction with his twin fails here, and is told its answer when he tries alone. */
export function storeAnswer(context: Context, claim: Claim, response: unknown): void {
  context.db.together.keep(answersAsKept, { context, claim, response })
}

function answersAsKept(all: readonly { context: Context; claim: Claim; response: unknown }[]): RawBuilder<unknown> {
  const { session } = (all[0] as { context: Context }).context
  const answers = all.map(({ claim: { key, user_id, route, sha256 }, response }) => ({
    ...{ key, user_id, route, response },
    body_sha256: `\\x${sha256}`,
  }))
  return sql`
    answered AS (
      INSERT INTO idempotency_keys (organization_id, key, user_id, route, body_sha256, response)
      SELECT ${session.organization_id}, given.* FROM unnest(${rowsOf('given_answer', answers)}::given_answer[]) AS given)`
}

/** Files stand in the comparison by their hash. */
function withoutFiles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { data } = value as { data?: unknown }
  if (Buffer.isBuffer(data)) return hash('sha256', data)
  if (Array.isArray(value)) return value.map(withoutFiles)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFiles(item)]))
}
