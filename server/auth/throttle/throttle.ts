import { isIPv6 } from 'node:net'
import { Refusal } from '#server/core/refusal.ts'

type Attempts = { count: number; since: number; blockedUntil: number }
export type Throttle = {
  /** Refuses with 429 while the key has to wait. */
  check(key: string, now: number): void
  /** `isReal`: a key that cannot be invented at will, such as an existing account. Invented keys never push out a real one. */
  fail(key: string, now: number, isReal?: boolean): void
  count(key: string, now: number): number
  clear(key: string): void
}
type Limits = { free: number; windowMs: number; delayMaximumMs: number; keysMaximum?: number }

/** A loopback address is our own proxy or the operator's machine: it says nothing about who asks, so it never waits. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** The owner of one IPv6 address usually has its whole network: only the first half of an IPv6 address counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const parts = head.split(':').filter(Boolean)
  const behind = tail.split(':').filter(Boolean)
  const whole = [...parts, ...Array(Math.max(0, 8 - parts.length - behind.length)).fill('0'), ...behind]
  return whole.slice(0, 4).join(':')
}

/**
 * Counts failures by key, from the first one on. After `free` failures each further one doubles the wait, up to `delayMaximumMs`. The counts
 * are in memory: a node that restarts forgets them, and several nodes together allow a few more tries (R30).
 */
export function createThrottle({ free, windowMs, delayMaximumMs, keysMaximum = 50_000 }: Limits): Throttle {
  // Two maps, so that invented keys never push out the count of a real key.
  const real = new Map<string, Attempts>()
  const madeUp = new Map<string, Attempts>()
  const find = (key: string, now: number) => {
    const found = real.get(key) ?? madeUp.get(key)
    return found && now - found.since < windowMs ? found : undefined
  }
  return {
    check(key, now) {
      const found = find(key, now)
      if (found && found.blockedUntil > now) {
        throw new Refusal('too_many_requests', { params: { seconds: Math.ceil((found.blockedUntil - now) / 1000) } })
      }
    },
    fail(key, now, isReal = false) {
      const current = find(key, now) ?? { count: 0, since: now, blockedUntil: 0 }
      current.count++
      const over = current.count - free
      if (over >= 0) current.blockedUntil = now + Math.min(delayMaximumMs, 1000 * 2 ** Math.min(over, 30))
      const kept = isReal ? real : madeUp
      // The latest failure is last in the map: the key with the oldest failure is dropped.
      kept.delete(key)
      if (kept.size >= keysMaximum) kept.delete(kept.keys().next().value as string)
      kept.set(key, current)
    },
    count: (key, now) => find(key, now)?.count ?? 0,
    clear(key) {
      real.delete(key)
      madeUp.delete(key)
    },
  }
}
