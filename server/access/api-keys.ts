import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApiKeyRow, apiKeyDaysMaximum, type apiKeys } from '#contract/access/api-keys.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { grantable, requireReach } from '#server/people/grantable.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { findRow } from '#server/resource/table.ts'

type ApiKeyInput = z.output<typeof apiKeys.input>
const day_ms = 86_400_000

const stateOf = sql<
  ApiKeyRow['state']
>`CASE WHEN api_keys.ended_at IS NOT NULL THEN 'ended' WHEN users.status <> 'active' THEN 'maker_left'
  WHEN api_keys.expires_at <= now() THEN 'expired' ELSE 'active' END`

export const apiKeyListing: Listing = {
  table: 'api_keys',
  from: (db) => db.selectFrom('api_keys').innerJoin('users', 'users.id', 'api_keys.user_id'),
  // The hash stays out of every answer.
  select: (query) =>
    query.select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.hint',
      'api_keys.permissions',
      'api_keys.requests_per_minute',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'api_keys.last_used_from',
      'api_keys.ended_at',
      stateOf.as('state'),
      sql`json_build_object('id', users.id, 'name', users.name)`.as('user'),
    ]),
  filter: {
    state: (query: AnyQuery, value: ApiKeyRow['state']) => query.where(sql<boolean>`${stateOf} = ${value}`),
  },
}

export const readApiKey = ({ db }: Context, id: number) =>
  findRow(apiKeyListing.select(apiKeyListing.from(db)).where('api_keys.id', '=', id))

/** The key itself is in this one answer: not in the stored one of an idempotency key, and in the database only as a hash. */
export async function createApiKey(context: Context, body: ApiKeyInput): Promise<Answer> {
  const { db, session } = context
  const permissions = grantable(context, body.permissions, 'permissions')
  const expires_at = endOf(context, body.expires_on)
  const secret = `mizan_${session.organization_id}_${randomBytes(32).toString('base64url')}`
  const hint = secret.slice(0, `mizan_${session.organization_id}_`.length + 4)
  const { id } = await db
    .insertInto('api_keys')
    .values({
      name: body.name,
      hint,
      token_hash: hashToken(secret),
      user_id: session.user_id,
      permissions,
      requests_per_minute: body.requests_per_minute,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = await readApiKey(context, id)
  return { data: record, after: async () => ({ ...record, key: secret }) }
}

/** The end of a day in Riyadh, from today to two years from now. */
function endOf({ today, services }: Context, day: string): Date {
  if (day < today) throw new Refusal('key_expiry_past', { field: 'expires_on' })
  const last = dayInRiyadh(new Date(services.clock.now().getTime() + apiKeyDaysMaximum * day_ms))
  if (day > last) throw new Refusal('key_expiry_far', { field: 'expires_on', params: { date: last } })
  return new Date(`${day}T23:59:59.999+03:00`)
}

/** Immediately and permanently. */
export async function endApiKey(context: Context, id: number): Promise<void> {
  const { db, session, services } = context
  const stored = await db
    .selectFrom('api_keys')
    .select(['ended_at', 'user_id', 'permissions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  // A key of a person with more permissions is ended by that person or an owner.
  if (stored.user_id !== session.user_id) requireReach(context, stored.permissions as string[])
  if (stored.ended_at) throw new Refusal('key_ended')
  await db
    .updateTable('api_keys')
    .set({ ended_at: services.clock.now(), ended_by: session.user_id, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  services.forgetSessions()
}
