import type { FastifyInstance } from 'fastify'
import type { AdmissionLimits } from '#server/config.ts'
import { createFairTurns, type FairTurns } from '#server/core/fair-turns.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A request that waits longer is refused: by then the caller has retried or left. */
const waitMaximum_ms = 5_000

/** Requests wait in turns by tenant, and are refused with a time to retry. One tenant runs at most three quarters. */
export function createAdmission(limits: AdmissionLimits, now?: () => number): FairTurns<number> {
  return createFairTurns(
    {
      ...{ running: limits.running, runningOfOne: Math.max(1, Math.ceil(limits.running * 0.75)) },
      ...{ waiting: limits.waiting, waitingOfOne: limits.waitingOfTenant, patience_ms: waitMaximum_ms },
    },
    () => new Refusal('overloaded', { params: { seconds: 1 } }),
    now,
  )
}

/** Every call passes it once its tenant is known; health and pages do not. Calls without a tenant share one turn. */
export function admitInTurn(app: FastifyInstance, admission: FairTurns<number>): void {
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
