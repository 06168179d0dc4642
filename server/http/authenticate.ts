import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ownerPermission } from '#contract/access/permissions.ts'
import type { Session, UserKey } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { findApiKey } from './find-api-key.ts'
import { accountHasFactor, organizationFacts, type SessionFacts, sessionOf } from './session-facts.ts'

const cacheMilliseconds = 1_000
const cacheMaximum = 5_000
const touchMinutes = 5
type Lookup = Promise<Session | undefined>
/** Known tokens, and those being looked up; call `forget` after any change of a session. */
export type SessionCache = {
  known: Map<string, { session: Session; until: number }>
  running: Map<string, Lookup>
  forget(): void
}
export function createSessionCache(): SessionCache {
  const cache: SessionCache = {
    known: new Map(),
    running: new Map(),
    forget() {
      cache.known = new Map()
      cache.running = new Map()
    },
  }
  return cache
}

/**
 * One hook on the root, before any body is read: bearer token → session. A route that forgets to check is still
 * unreachable without a session. A database that is down is 503, never 401. Concurrent requests with the same token share one lookup.
 * Lookups have their own connections, so that under overload a refusal does not wait for other work.
 */
export function authenticate(app: FastifyInstance, services: Services, cache: SessionCache, lookups: Pool): void {
  const lookUp = (token: BearerToken, now: number, ip: string): Lookup => {
    const { known, running } = cache
    const shared = running.get(token.key)
    if (shared) return shared
    const own = findSession(lookups, token, new Date(now), ip).finally(() => running.delete(token.key))
    running.set(token.key, own)
    // If the cache was cleared meanwhile, the result goes to the discarded map.
    own.then(
      (session) => {
        if (known.size >= cacheMaximum) known.clear()
        if (session) known.set(token.key, { session, until: now + cacheMilliseconds })
      },
      () => {},
    )
    return own
  }
  app.decorateRequest('session', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { call, isPublic } = request.routeOptions.config ?? {}
    // A route without an admission is closed to everyone. An address without a route has nothing to protect.
    if (isPublic || call?.admission === 'public' || request.is404) return done()
    const token = bearerOf(request.headers.authorization)
    if (!token) return done(new Refusal('not_signed_in'))
    const now = services.clock.now().getTime()
    const known = cache.known.get(token.key)
    if (known && known.until > now) {
      request.session = known.session
      return done()
    }
    lookUp(token, now, request.ip).then((session) => {
      if (!session) return done(new Refusal('not_signed_in'))
      request.session = session
      done()
    }, done)
  })
}

/** `session`: of a signed-in person. `api_key`: of a program. */
export type BearerToken = { kind: 'session' | 'api_key'; organizationId: number; hash: Buffer; key: string }

/** `<organization>.<random>`: the first part only says where to look, the second is what proves anything. A key begins with a name that scanners for leaked secrets find. */
function bearerOf(header: string | undefined): BearerToken | undefined {
  const parts = /^Bearer ((?:mizan_([1-9][0-9]{0,14})_|([1-9][0-9]{0,14})\.)[A-Za-z0-9_-]{43})$/.exec(header ?? '')
  if (!parts) return undefined
  const hashed = hashToken(parts[1] as string)
  const kind = parts[2] === undefined ? 'session' : 'api_key'
  return { kind, organizationId: Number(parts[2] ?? parts[3]), hash: hashed, key: hashed.toString('hex') }
}
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

async function findSession(pool: Pool, token: BearerToken, now: Date, ip: string): Promise<Session | undefined> {
  if (token.kind === 'api_key') return findApiKey(pool, token, now, ip)
  const { organizationId } = token
  const row = await inTenant(pool, organizationId, 'read', (db) => readSession(db, token))
  if (!row || row.expires_at <= now || row.idle) return undefined
  if (row.switched_at) throw new Refusal('organization_switched')
  const home = homeOf(row)
  const has_factor = home ? await factorAtHome(pool, home, row) : row.has_factor
  if (row.is_unseen) await inTenant(pool, organizationId, 'write', (db) => touchSession(db, token, ip))
  const authority = new Set(row.permissions)
  if (row.is_owner) authority.add(ownerPermission)
  const { is_owner, is_confirmed, requires_second_factor } = row
  const required = { requires_second_factor, lacks_second_factor: requires_second_factor && !has_factor }
  const known = sessionOf(token, row)
  return { ...known, account: home ?? known.account, is_owner, is_confirmed, ...required, authority }
}

const homeOf = ({ home_organization_id, home_user_id }: SessionRow): UserKey | null =>
  home_organization_id !== null && home_user_id !== null
    ? { organization_id: home_organization_id, user_id: home_user_id }
    : null

/** Read where the credentials are. The row of the membership repeats it for the lists of its administrators. */
async function factorAtHome(pool: Pool, home: UserKey, row: SessionRow): Promise<boolean> {
  const has_factor = await accountHasFactor(pool, home)
  if (has_factor !== row.home_has_factor)
    await inTenant(pool, row.organization_id, 'write', (db) =>
      sql`UPDATE users SET home_has_factor = ${has_factor} WHERE organization_id = ${row.organization_id} AND id = ${row.user_id}`.execute(
        db,
      ),
    )
  return has_factor
}

type SessionRow = SessionFacts & {
  idle: boolean
  is_unseen: boolean
  is_owner: boolean
  is_confirmed: boolean
  organization_id: number
  switched_at: Date | null
  home_organization_id: number | null
  home_user_id: number | null
  home_has_factor: boolean
  has_factor: boolean
  requires_second_factor: boolean
  permissions: string[]
}

async function readSession(db: TenantDatabase, { organizationId, hash: tokenHash }: BearerToken) {
  const { rows } = await sql<SessionRow>`
    SELECT s.organization_id, s.user_id, s.expires_at, s.switched_at, u.is_owner, ${organizationFacts(organizationId)},
      u.home_organization_id, u.home_user_id, u.home_has_factor,
      s.confirmed_at > now() - make_interval(mins => o.confirm_minutes) AS is_confirmed,
      u.totp_enabled_at IS NOT NULL
        OR EXISTS (SELECT FROM passkeys AS k WHERE k.organization_id = ${organizationId} AND k.user_id = u.id) AS has_factor,
      o.second_factor_required OR coalesce(r.second_factor_required, false) AS requires_second_factor,
      s.last_used_at < now() - CASE WHEN s.remember THEN interval '30 days' ELSE interval '12 hours' END AS idle,
      s.last_used_at < now() - make_interval(mins => ${touchMinutes}::integer) AS is_unseen,
      array(SELECT p.permission FROM role_permissions AS p
        WHERE p.organization_id = ${organizationId} AND p.role_id = u.role_id) AS permissions
    FROM sessions AS s
    JOIN users AS u ON u.organization_id = ${organizationId} AND u.id = s.user_id AND u.status = 'active'
    LEFT JOIN roles AS r ON r.organization_id = ${organizationId} AND r.id = u.role_id
    JOIN organizations AS o ON o.organization_id = ${organizationId}
    JOIN currencies AS c ON c.id = o.currency_id
    WHERE s.organization_id = ${organizationId} AND s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

const touchSession = (db: TenantDatabase, { organizationId, hash: tokenHash }: BearerToken, ip: string) =>
  sql`UPDATE sessions SET last_used_at = now(), ip = ${ip} WHERE organization_id = ${organizationId} AND token_hash = ${tokenHash}`.execute(
    db,
  )
