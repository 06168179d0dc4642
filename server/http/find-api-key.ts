import { sql } from 'kysely'
import type { Session } from '#server/core/context.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { organizationFacts, type SessionFacts, sessionOf } from './session-facts.ts'

const touchMinutes = 1
type KeyToken = { organizationId: number; hash: Buffer }
type KeyRow = SessionFacts & { id: number; requests_per_minute: number; is_unseen: boolean; permissions: string[] }

/**
 * The key as a session: its permissions, as far as the person who made it still holds them. A key never acts as an owner, and it opens nothing
 * once it is ended or expired or its maker is no longer active.
 */
export async function findApiKey(pool: Pool, token: KeyToken, now: Date, ip: string): Promise<Session | undefined> {
  const { organizationId } = token
  const row = await inTenant(pool, organizationId, 'read', (db) => readKey(db, token))
  if (!row || row.expires_at <= now) return undefined
  if (row.is_unseen) await inTenant(pool, organizationId, 'write', (db) => touchKey(db, token, row.id, now, ip))
  const { id, requests_per_minute, permissions } = row
  const api_key = { id, requests_per_minute }
  return {
    ...sessionOf(token, row),
    api_key,
    is_owner: false,
    is_confirmed: false,
    lacks_second_factor: false,
    requires_second_factor: false,
    authority: new Set(permissions),
  }
}

async function readKey(db: TenantDatabase, { organizationId, hash }: KeyToken) {
  const { rows } = await sql<KeyRow>`
    SELECT k.id, k.user_id, k.expires_at, k.requests_per_minute, ${organizationFacts(organizationId)},
      k.last_used_at IS NULL OR k.last_used_at < now() - make_interval(mins => ${touchMinutes}::integer) AS is_unseen,
      CASE WHEN u.is_owner THEN k.permissions ELSE array(SELECT p.permission FROM role_permissions AS p
        WHERE p.organization_id = ${organizationId} AND p.role_id = u.role_id AND p.permission = ANY (k.permissions)) END AS permissions
    FROM api_keys AS k
    JOIN users AS u ON u.organization_id = ${organizationId} AND u.id = k.user_id AND u.status = 'active'
    JOIN organizations AS o ON o.organization_id = ${organizationId}
    JOIN currencies AS c ON c.id = o.currency_id
    WHERE k.organization_id = ${organizationId} AND k.token_hash = ${hash} AND k.ended_at IS NULL`.execute(db)
  return rows[0]
}

const touchKey = (db: TenantDatabase, { organizationId }: KeyToken, id: number, now: Date, ip: string) =>
  sql`UPDATE api_keys SET last_used_at = ${now}, last_used_from = ${ip} WHERE organization_id = ${organizationId} AND id = ${id}`.execute(
    db,
  )
