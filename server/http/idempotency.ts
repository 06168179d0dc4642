import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { markRepeatable, sendLast } from '#server/db/tenant/verbs.ts'
import type { SerializedAnswer } from './serialized-answer.ts'

/** The key was used for this very request before: its transaction ends, the stored answer goes out. */
export class Replay extends Error {
  readonly response: unknown
  constructor(response: unknown) {
    super('answered before')
    this.response = response
  }
}

/** The key for repeating a request, if it may be repeated. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  if (given === undefined || given === '') return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given)) throw new Refusal('malformed_body')
  return given
}

/** A key that is free, with whose request it is for. */
export type Claim = { key: string; user_id: number; route: string; sha256: string }

/**
 * The first statements of a write that carries an Idempotency-Key. Key and answer are written together in the business
 * transaction, so there is no half state: a concurrent twin waits for the lock and gets the stored answer (Replay); a
 * refusal leaves nothing, so a corrected form may use its key again. If the outcome of a commit is unknown, the server
 * itself repeats the request.
 */
export async function claimKey(context: Context, key: string, route: string, body: unknown): Promise<Claim> {
  const { db, session } = context
  markRepeatable(db)
  const sha256 = hash('sha256', JSON.stringify(withoutFiles(body) ?? null), 'hex')
  // A separate statement: later reads see what the concurrent request has committed.
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

/** Only successful work is stored. */
export function storeAnswer({ db, session }: Context, claim: Claim, { text }: SerializedAnswer): void {
  const { key, user_id, route, sha256 } = claim
  const stored = sql`
    INSERT INTO idempotency_keys (organization_id, key, user_id, route, body_sha256, response)
    VALUES (${session.organization_id}, ${key}, ${user_id}, ${route}, ${Buffer.from(sha256, 'hex')}, ${text}::json)`
  sendLast(db, () => stored.execute(db))
}

/** What had to follow the commit was refused: the stored answer would be wrong, so that the request may be repeated under its key. */
export async function forgetAnswer({ services, session }: Context, key: string): Promise<void> {
  await inTenant(services.pool, session.organization_id, 'write', (db) =>
    db.deleteFrom('idempotency_keys').where('key', '=', key).execute(),
  )
}

/** Files are compared by their hash. */
function withoutFiles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { data } = value as { data?: unknown }
  if (Buffer.isBuffer(data)) return hash('sha256', data)
  if (Array.isArray(value)) return value.map(withoutFiles)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFiles(item)]))
}
