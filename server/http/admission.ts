import type { FastifyInstance } from 'fastify'
import type { AdmissionLimits } from '#server/config.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A request that waits longer is refused: by then the caller has retried or left. */
const waitMaximum_ms = 5_000

type Waiting = { tenant: number; enter(): void; refuse(): void; since: number }
export type Admission = {
  /** Settles when it is this request's turn. Fails at once if the queues are full. */
  enter(tenant: number, gone: AbortSignal): Promise<void>
  leave(tenant: number): void
}

/**
 * Bounded queues with fair turns (round robin). As long as there is room no request waits. Then each tenant has its own queue. A finished
 * request makes room for the next tenant in turn, not for the longest queue. No tenant takes all places, so that the first request
 * of another tenant starts soon. If its queue is full, a request is refused within a millisecond, with a time to retry.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = Date.now): Admission {
  // One tenant runs at most three quarters: the rest is for the others.
  const ownMaximum = Math.max(1, Math.ceil(limits.running * 0.75))
  const running = new Map<number, number>()
  const queues = createQueues()
  let all = 0

  const mayRun = (tenant: number) => all < limits.running && (running.get(tenant) ?? 0) < ownMaximum
  const begin = (tenant: number) => {
    all++
    running.set(tenant, (running.get(tenant) ?? 0) + 1)
  }
  const refuseLate = () => {
    for (const one of queues.waitingSince(now() - waitMaximum_ms)) {
      queues.drop(one)
      one.refuse()
    }
  }

  return {
    enter(tenant, gone) {
      if (queues.of(tenant) === 0 && mayRun(tenant)) {
        begin(tenant)
        return Promise.resolve()
      }
      refuseLate()
      if (queues.size() >= limits.waiting || queues.of(tenant) >= limits.waitingOfTenant)
        return Promise.reject(overloaded())
      return new Promise((resolve, reject) => {
        const one: Waiting = { tenant, enter: resolve, refuse: () => reject(overloaded()), since: now() }
        queues.add(one)
        gone.addEventListener('abort', () => {
          queues.drop(one)
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
      for (let next = queues.next(mayRun); next; next = queues.next(mayRun)) {
        begin(next.tenant)
        next.enter()
      }
    },
  }
}

/** A queue for each tenant, in the order of their turns. A tenant that had its turn goes to the end. */
function createQueues() {
  const queues = new Map<number, Waiting[]>()
  let size = 0
  const drop = (one: Waiting) => {
    const queue = queues.get(one.tenant) ?? []
    const place = queue.indexOf(one)
    if (place < 0) return
    queue.splice(place, 1)
    size--
    if (queue.length === 0) queues.delete(one.tenant)
  }
  return {
    drop,
    size: () => size,
    of: (tenant: number) => queues.get(tenant)?.length ?? 0,
    /** Each queue is in order of arrival: the oldest request is first. */
    waitingSince(moment: number): Waiting[] {
      const late = [...queues.values()].filter(([first]) => first && first.since < moment)
      return late.flatMap((queue) => queue.filter(({ since }) => since < moment))
    },
    add(one: Waiting) {
      const queue = queues.get(one.tenant)
      if (queue) queue.push(one)
      else queues.set(one.tenant, [one])
      size++
    },
    /** The first request of the next tenant that may run. */
    next(mayRun: (tenant: number) => boolean): Waiting | undefined {
      for (const [tenant, queue] of queues) {
        const [first] = queue
        if (!first || !mayRun(tenant)) continue
        drop(first)
        if (queue.length > 0) {
          queues.delete(tenant)
          queues.set(tenant, queue)
        }
        return first
      }
      return undefined
    },
  }
}

const overloaded = () => new Refusal('overloaded', { params: { seconds: 1 } })

/** Every call passes it once its tenant is known; health and pages do not. Calls without a tenant share one turn. */
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
    // The request ends when it is answered or when the client closes it: the first of both counts.
    reply.raw.once('finish', end).once('close', end)
    admission.enter(tenant, gone.signal).then(() => {
      hasEntered = true
      if (isOver) admission.leave(tenant)
      done()
    }, done)
  })
}
