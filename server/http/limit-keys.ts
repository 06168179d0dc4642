import type { FastifyInstance } from 'fastify'
import type { AttemptStore } from '#server/core/attempts.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'

/** `unsent`: own requests that the others do not know of yet. `total`: requests of all processes when last asked. */
type Bucket = { tokens: number; at_ms: number; shared_ms: number; unsent: number; total: number }
const minute_ms = 60_000
const keysMaximum = 10_000
const share_ms = 1_000

/**
 * A token bucket for each key of a program: as many requests at once as a minute allows, refilled evenly. Every answer says what is left
 * (draft-ietf-httpapi-ratelimit-headers). The buckets are in memory. Processes tell each other once a second what they admitted, so several of them exceed the
 * limit by one second of requests at most.
 */
export function limitKeys(app: FastifyInstance, { clock, attempts }: Pick<Services, 'clock' | 'attempts'>): void {
  const buckets = new Map<string, Bucket>()
  app.addHook('onRequest', (request, reply, done) => {
    const { session } = request
    if (!session?.api_key) return done()
    const { id, requests_per_minute: most } = session.api_key
    const name = `${session.organization_id} ${id}`
    const now = clock.now().getTime()
    const known = buckets.get(name) ?? { tokens: most, at_ms: now, shared_ms: 0, unsent: 0, total: 0 }
    const refilled = Math.min(most, known.tokens + (Math.max(0, now - known.at_ms) * most) / minute_ms)
    const isAllowed = refilled >= 1
    const tokens = isAllowed ? refilled - 1 : refilled
    if (buckets.size >= keysMaximum) buckets.clear()
    const bucket = Object.assign(known, { tokens, at_ms: now, unsent: known.unsent + (isAllowed ? 1 : 0) })
    buckets.set(name, bucket)
    if (now - bucket.shared_ms >= share_ms && bucket.unsent > 0) void share(attempts, name, bucket, now).catch(() => {})
    const secondsTo = (wanted: number) => Math.max(0, Math.ceil(((wanted - tokens) * 60) / most))
    reply.header('ratelimit-policy', `"key";q=${most};w=60`)
    reply.header('ratelimit', `"key";r=${Math.floor(tokens)};t=${secondsTo(isAllowed ? most : 1)}`)
    done(isAllowed ? undefined : new Refusal('key_limit', { params: { seconds: secondsTo(1) } }))
  })
}

/** Takes what other processes admitted since the last time out of the own bucket. Without a database each process goes by its own count. */
async function share(attempts: AttemptStore, name: string, bucket: Bucket, now: number): Promise<void> {
  const times = bucket.unsent
  Object.assign(bucket, { shared_ms: now, unsent: 0 })
  const key = `requests of key ${name}`
  const total = (await attempts.add([{ key, window_ms: minute_ms, isReal: true, times }], now)).get(key)?.count ?? 0
  // A smaller count than before: a new minute has begun.
  const since = total >= bucket.total + times ? bucket.total : 0
  bucket.tokens = Math.max(0, bucket.tokens - Math.max(0, total - since - times))
  bucket.total = total
}
