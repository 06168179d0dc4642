import { Refusal } from '#server/core/refusal.ts'

/** More than these wait for no good reason: they are refused. */
const waitingMaximum = 20

/**
 * Attempts of one key run one after the other. A limit that is asked first and counted afterwards then holds for attempts that come at
 * once: each sees the count of those before it.
 */
export function createOneAtATime() {
  const running = new Map<string, { last: Promise<unknown>; size: number }>()
  return async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = running.get(key) ?? { last: Promise.resolve(), size: 0 }
    if (line.size >= waitingMaximum) throw new Refusal('too_many_requests', { params: { seconds: 2 } })
    const own = line.last.then(work)
    line.last = own.catch(() => {})
    line.size += 1
    running.set(key, line)
    try {
      return await own
    } finally {
      line.size -= 1
      if (line.size === 0) running.delete(key)
    }
  }
}
