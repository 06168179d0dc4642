import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fieldErrors } from '#contract/issues.ts'
import type { Call } from '#contract/kit/resource.ts'
import { Refusal } from '#server/kit/refusal.ts'

/** What was asked, as the call's schemas understand it; anything else is refused on its field. */
export function parseAsk(call: Call, request: FastifyRequest) {
  const params = call.params?.safeParse(request.params)
  // An id that cannot be one is a row that does not exist.
  if (params && !params.success) throw new Refusal('not_found')
  const query = check(call.query, request.query)
  const body = check(call.body, request.body ?? {})
  return { params: params?.data, query, body }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Refusal('invalid_input', { errors: fieldErrors(result.error) })
  return result.data
}
