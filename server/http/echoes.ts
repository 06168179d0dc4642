import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { firstChanged } from './unknown-keys.ts'

type Reader = (context: Context, params: unknown) => Promise<unknown>
const readersOf = new WeakMap<Services, Map<string, Reader>>()

/** The call that answers a record tells what it says before it is updated. */
export function rememberReader(services: Services, call: Call, read: Reader): void {
  if (call.kind !== 'item') return
  const known = readersOf.get(services) ?? new Map<string, Reader>()
  readersOf.set(services, known.set(call.path, read))
}

/** Asked only where something of the record was sent back; what is wrong with it the update says itself. */
export function readBefore(context: Context, call: Call, ask: { params: unknown }, request: FastifyRequest) {
  if (call.kind !== 'update' || request.echoes.length === 0) return undefined
  return readersOf
    .get(context.services)
    ?.get(call.path)?.(context, ask.params)
    .catch(() => undefined)
}

/** What is answered but not taken may be sent back as it is; changed it is refused, not dropped. */
export function refuseChanged({ echoes }: FastifyRequest, before: unknown, after: unknown): void {
  const field = firstChanged(echoes, before, after)
  if (field !== undefined) throw new Refusal('read_only_field', { field })
}
