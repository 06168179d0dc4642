import { Refusal } from '#server/core/refusal.ts'

type Attempts = { count: number; since: number; blockedUntil: number }
export type Throttle = {
  check(key: string, now: number): void
  fail(key: string, now: number): void
  clear(key: string): void
}

const keysMaximum = 50_000

/**
 * Counts failures by key in a window; past `free` of them each further one doubles the wait, up to `delay_maximum_ms`.
 * Kept in memory: a node that restarts forgives, and several nodes together allow a few more tries (R30).
 */
/** A loopback address is our own proxy or the operator's machine: it says nothing about who asks, so it never waits. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

export function createThrottle(limits: { free: number; windowMs: number; delayMaximumMs: number }): Throttle {
  const attempts = new Map<string, Attempts>()
  return {
    check(key, now) {
      const found = attempts.get(key)
      if (found && found.blockedUntil > now) {
        throw new Refusal('too_many_requests', { params: { seconds: Math.ceil((found.blockedUntil - now) / 1000) } })
      }
    },
    fail(key, now) {
      const found = attempts.get(key)
      const current = found && now - found.since < limits.windowMs ? found : { count: 0, since: now, blockedUntil: 0 }
      current.count++
      const over = current.count - limits.free
      if (over >= 0) current.blockedUntil = now + Math.min(limits.delayMaximumMs, 1000 * 2 ** Math.min(over, 20))
      if (attempts.size >= keysMaximum) attempts.clear()
      attempts.set(key, current)
    },
    clear: (key) => void attempts.delete(key),
  }
}
