import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/core/clock.ts'
import { Refusal } from '#server/core/refusal.ts'

type Bucket = { tokens: number; at_ms: number }
const minute_ms = 60_000
const keysMaximum = 10_000

/**
 * A token bucket for each key of a program: as many requests at once as a minute allows, refilled evenly. Every answer says what is left
 * (draft-ietf-httpapi-ratelimit-headers). The buckets are in memory: with several processes each allows the limit.
 */
export function limitKeys(app: FastifyInstance, clock: Clock): void {
  const buckets = new Map<string, Bucket>()
  app.addHook('onRequest', (request, reply, done) => {
    const { session } = request
    if (!session?.api_key) return done()
    const { id, requests_per_minute: most } = session.api_key
    const name = `${session.organization_id} ${id}`
    const now = clock.now().getTime()
    const known = buckets.get(name) ?? { tokens: most, at_ms: now }
    const refilled = Math.min(most, known.tokens + (Math.max(0, now - known.at_ms) * most) / minute_ms)
    const isAllowed = refilled >= 1
    const tokens = isAllowed ? refilled - 1 : refilled
    if (buckets.size >= keysMaximum) buckets.clear()
    buckets.set(name, { tokens, at_ms: now })
    const secondsTo = (wanted: number) => Math.max(0, Math.ceil(((wanted - tokens) * 60) / most))
    reply.header('ratelimit-policy', `"key";q=${most};w=60`)
    reply.header('ratelimit', `"key";r=${Math.floor(tokens)};t=${secondsTo(isAllowed ? most : 1)}`)
    done(isAllowed ? undefined : new Refusal('key_limit', { params: { seconds: secondsTo(1) } }))
  })
}
