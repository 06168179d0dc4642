import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { firstChanged } from './unknown-keys.ts'

type Reader = (context: Context, params: unknown) => Promise<unknown>
const readersOf = new WeakMap<Services, Map<string, Reader>>()

/** The read call of a record answers its content before the update. */
export function rememberReader(services: Services, call: Call, read: Reader): void {
  if (call.kind !== 'item') return
  const known = readersOf.get(services) ?? new Map<string, Reader>()
  readersOf.set(services, known.set(call.path, read))
}

/** Read only if the body echoes parts of the record. Errors in the record itself are reported by the update. */
export function readBefore(context: Context, call: Call, ask: { params: unknown }, request: FastifyRequest) {
  if (call.kind !== 'update' || request.echoes.length === 0) return undefined
  return readersOf
    .get(context.services)
    ?.get(call.path)?.(context, ask.params)
    .catch(() => undefined)
}

/** A field that is answered but not accepted may be sent back unchanged. A changed one is refused, not dropped. */
export function refuseChanged(call: Call, { echoes }: FastifyRequest, before: unknown, after: unknown): void {
  const field = firstChanged(echoes, before, after, call.kind === 'create')
  if (field !== undefined) throw new Refusal('read_only_field', { field })
}
