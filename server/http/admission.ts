import type { FastifyInstance } from 'fastify'
import type { AdmissionLimits } from '#server/config.ts'
import { createFairTurns, type FairTurns } from '#server/core/fair-turns.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A request that waits longer is refused: by then the caller has retried or left. */
const waitMaximum_ms = 5_000

/** Requests wait in turns by tenant, and are refused with a time to retry. One tenant runs at most three quarters. */
export function createAdmission(limits: AdmissionLimits, now?: () => number): FairTurns<number> {
  return createFairTurns(
    {
      running: limits.running,
      runningOfOne: Math.max(1, Math.ceil(limits.running * 0.75)),
      waiting: limits.waiting,
      waitingOfOne: limits.waitingOfTenant,
      patience_ms: waitMaximum_ms,
    },
    overloaded,
    now,
  )
}

/** Calls before sign-in and of links have places of their own, in turns by network: they never hold those of who works. */
const createPublicAdmission = () =>
  createFairTurns<string>(
    { running: 16, runningOfOne: 12, waiting: 512, waitingOfOne: 256, patience_ms: waitMaximum_ms },
    overloaded,
  )
const overloaded = () => new Refusal('overloaded', { params: { seconds: 1 } })

/** Every call passes it once its tenant is known; health and pages do not. */
export function admitInTurn(app: FastifyInstance, admission: FairTurns<number>): void {
  const strangers = createPublicAdmission()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config?.call) return done()
    const gone = new AbortController()
    const { session } = request
    const network = networkOf(request.ip)
    const enter = () =>
      session ? admission.enter(session.organization_id, gone.signal) : strangers.enter(network, gone.signal)
    const leave = () => (session ? admission.leave(session.organization_id) : strangers.leave(network))
    let hasEntered = false
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      if (hasEntered) leave()
      else gone.abort()
    }
    // The request ends when it is answered or when the client closes it: the first of both counts.
    reply.raw.once('finish', end).once('close', end)
    enter().then(() => {
      hasEntered = true
      if (isOver) leave()
      done()
    }, done)
  })
}
