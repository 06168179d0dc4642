import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Session } from '#server/core/context.ts'
import { type Language, languageOf } from '#server/core/locale.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { deviceLabel } from './device-label.ts'

const day = 86_400_000
/** Absolute life of a session; `server/http/authenticate.ts` also ends the idle ones. */
const lifetime = { remembered: 30 * day, plain: 7 * day }

/** The origin of a request: address, browser, and language of the page. */
export type Visitor = {
  ip: string
  userAgent: string | undefined
  language: Language
  /** Notes on the line of the request whose account a sign-in was refused for. */
  refused?: (account: string) => void
}
export const visitorOf = (request: FastifyRequest): Visitor => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400),
  language: languageOf(request.headers['accept-language']),
  refused: (account) => {
    request.refusedAccount = account
  },
})

export type SessionOpening = {
  organizationId: number
  userId: number
  remember: boolean
  now: Date
  visitor: Visitor
  /** Whether a second factor was given. */
  has_factor?: boolean
  /** Of a session that continues in another organization. */
  expires_at?: Date
  confirmed_at?: Date
}

/** Opens a session and answers its token, which is stored only as a hash. */
export async function openSession(db: TenantDatabase, opening: SessionOpening): Promise<string> {
  const { organizationId, userId, remember, now, visitor, has_factor = false, confirmed_at } = opening
  const token = `${organizationId}.${randomBytes(32).toString('base64url')}`
  const expires_at = opening.expires_at ?? new Date(now.getTime() + (remember ? lifetime.remembered : lifetime.plain))
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at,
      remember,
      device: deviceLabel(visitor.userAgent),
      user_agent: visitor.userAgent ?? null,
      ip: visitor.ip,
      has_factor,
      ...(confirmed_at && { confirmed_at }),
    })
    .execute()
  return token
}

/** A second factor was given in this session, after it was opened. */
export async function markFactor({ pool }: Services, { membership, token_hash }: Session): Promise<void> {
  await inTenant(pool, membership.organization_id, 'write', (db) =>
    db.updateTable('sessions').set({ has_factor: true }).where('token_hash', '=', token_hash).execute(),
  )
}

/** Ends every session of a user, after a password change. */
export async function endSessions(db: TenantDatabase, userId: number, except?: Buffer): Promise<void> {
  const all = db.deleteFrom('sessions').where('user_id', '=', userId)
  await (except ? all.where('token_hash', '!=', except) : all).execute()
}
