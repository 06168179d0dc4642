import type { Attempt, AttemptStore, Attempts } from '#server/core/attempts.ts'
import { Refusal } from '#server/core/refusal.ts'

/** After `free` attempts each further one doubles the wait, up to `delayMaximumMs`. `purpose` separates the keys of different throttles. */
export type Limits = { purpose: string; free: number; windowMs: number; delayMaximumMs: number }
export type Throttle = {
  /** Refuses with 429 while the key has to wait. */
  check(store: AttemptStore, key: string, now: number): Promise<void>
  /** `isReal`: a key that cannot be invented at will, such as an existing account. Invented keys never push out a real one. */
  fail(store: AttemptStore, key: string, now: number, isReal?: boolean): Promise<void>
  count(store: AttemptStore, key: string, now: number): Promise<number>
  clear(store: AttemptStore, key: string): Promise<void>
  /** Counts first, then refuses above `free`: of many at once no more than `free` pass. */
  take(store: AttemptStore, key: string, now: number): Promise<void>
}

/** A loopback address is our own proxy or the operator's machine: it says nothing about who asks, so it never waits. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Counts attempts by key, from the first one on, in the database: all processes on it share the counts (R30). */
export function createThrottle(limits: Limits): Throttle {
  return {
    async check(store, key, now) {
      const name = keyOf(limits, key)
      refuseWaiting(limits, (await store.find([name], now)).get(name), now)
    },
    fail: async (store, key, now, isReal = false) => void (await store.add([attemptAt(limits, key, isReal)], now)),
    async count(store, key, now) {
      const name = keyOf(limits, key)
      return (await store.find([name], now)).get(name)?.count ?? 0
    },
    clear: (store, key) => store.clear([keyOf(limits, key)]),
    async take(store, key, now) {
      const name = keyOf(limits, key)
      const found = (await store.add([attemptAt(limits, key, true)], now)).get(name)
      if (!found || found.count <= limits.free) return
      const seconds = Math.max(1, Math.ceil((found.since + limits.windowMs - now) / 1000))
      throw new Refusal('too_many_requests', { params: { seconds } })
    },
  }
}

export const keyOf = ({ purpose }: Limits, key: string): string => `${purpose} ${key}`

export const attemptAt = (limits: Limits, key: string, isReal: boolean): Attempt => ({
  key: keyOf(limits, key),
  window_ms: limits.windowMs,
  isReal,
})

/** Refuses while the wait after the last attempt lasts. */
export function refuseWaiting({ free, delayMaximumMs }: Limits, found: Attempts | undefined, now: number): void {
  const over = (found?.count ?? 0) - free
  if (!found || over < 0) return
  const until = found.last_at + Math.min(delayMaximumMs, 1000 * 2 ** Math.min(over, 30))
  if (until > now) throw new Refusal('too_many_requests', { params: { seconds: Math.ceil((until - now) / 1000) } })
}
