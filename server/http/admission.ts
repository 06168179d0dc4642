import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/kit/refusal.ts'

/** How many requests are worked on at once, how many wait in all, and how many of one tenant. */
export type AdmissionLimits = { running: number; waiting: number; waitingOfTenant: number }

/** Who waits longer than this is told so: by then he has asked again, or gone. */
const waitMaximum_ms = 5_000

type Waiting = { tenant: number; enter(): void; refuse(): void; since: number }
export type Admission = {
  /** Settles when it is this request's turn; fails at once where the queues are full. */
  enter(tenant: number, gone: AbortSignal): Promise<void>
  leave(tenant: number): void
}

/**
 * Bounded queues with fair turns. As long as there is room nobody waits. Then each tenant has a queue of its own, and whoever is
 * finished makes room for the next tenant in turn, not for the longest queue; none takes all places at once, so that the first
 * request of a neighbour is worked on soon. What finds its queue full is refused within the millisecond, with a time to come again.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = Date.now): Admission {
  // Of one tenant at most three quarters: the rest is free for the others.
  const ownMaximum = Math.max(1, Math.ceil(limits.running * 0.75))
  const running = new Map<number, number>()
  /** In the order of their turns: who has had one stands last. */
  const queues = new Map<number, Waiting[]>()
  let all = 0
  let waiting = 0

  const mayRun = (tenant: number) => all < limits.running && (running.get(tenant) ?? 0) < ownMaximum
  const begin = (tenant: number) => {
    all++
    running.set(tenant, (running.get(tenant) ?? 0) + 1)
  }
  const drop = (tenant: number, one: Waiting) => {
    const queue = queues.get(tenant) ?? []
    const place = queue.indexOf(one)
    if (place < 0) return
    queue.splice(place, 1)
    waiting--
    if (queue.length === 0) queues.delete(tenant)
  }
  /** Fills what is free, one of each tenant in turn. */
  const fill = () => {
    for (let found = true; found && all < limits.running; ) {
      found = false
      for (const [tenant, queue] of queues) {
        const [next] = queue
        if (!next || !mayRun(tenant)) continue
        drop(tenant, next)
        if (queue.length > 0) {
          queues.delete(tenant)
          queues.set(tenant, queue)
        }
        begin(tenant)
        next.enter()
        found = true
        break
      }
    }
  }
  const refuseLate = () => {
    for (const queue of [...queues.values()])
      for (const one of queue.filter(({ since }) => now() - since > waitMaximum_ms)) {
        drop(one.tenant, one)
        one.refuse()
      }
  }

  return {
    enter(tenant, gone) {
      if (!queues.has(tenant) && mayRun(tenant)) {
        begin(tenant)
        return Promise.resolve()
      }
      refuseLate()
      if (waiting >= limits.waiting || (queues.get(tenant)?.length ?? 0) >= limits.waitingOfTenant)
        return Promise.reject(overloaded())
      return new Promise((resolve, reject) => {
        const one: Waiting = { tenant, enter: resolve, refuse: () => reject(overloaded()), since: now() }
        queues.set(tenant, [...(queues.get(tenant) ?? []), one])
        waiting++
        gone.addEventListener('abort', () => {
          drop(tenant, one)
          one.refuse()
        })
      })
    },
    leave(tenant) {
      all--
      const left = (running.get(tenant) ?? 1) - 1
      if (left > 0) running.set(tenant, left)
      else running.delete(tenant)
      refuseLate()
      fill()
    },
  }
}

const overloaded = () => new Refusal('overloaded', { params: { seconds: 1 } })

/** Every call goes through it once it is known whose it is; health and pages do not. Nobody's calls share one turn. */
export function admitInTurn(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config?.call) return done()
    const tenant = request.session?.organization_id ?? 0
    const gone = new AbortController()
    let hasEntered = false
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      if (hasEntered) admission.leave(tenant)
      else gone.abort()
    }
    // Answered, or given up by the asker: whichever is heard first.
    reply.raw.once('finish', end).once('close', end)
    admission.enter(tenant, gone.signal).then(() => {
      hasEntered = true
      if (isOver) admission.leave(tenant)
      done()
    }, done)
  })
}
