import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldErrors, fieldErrors } from '#contract/issues.ts'
import type { Call } from '#contract/kit/resource.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Echo, extrasOf, keysOf, withoutEchoes } from './unknown-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Echoed parts of the record other than its fields. They must still equal the record. */
    echoes: readonly Echo[]
  }
}

/** The request, parsed by the call's schemas. Anything else is refused on its field: nothing sent is ignored. */
export function parseAsk(call: Call, request: FastifyRequest) {
  const params = call.params?.safeParse(request.params)
  // An invalid id is a row that does not exist.
  if (params && !params.success) throw new Refusal('not_found')
  const input = orderOf(call, queryOf(request.query as Record<string, unknown>))
  const sent = request.body ?? {}
  const { unknown, echoes } = extrasOf(call, sent)
  refuseUnknown([...unknown, ...unknownOf(call, input)])
  request.echoes = echoes
  const query = check(call.query, input)
  const body = check(call.body, withoutEchoes(sent, echoes))
  return { params: params?.data, query, body }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Refusal('invalid_input', { errors: fieldErrors(result.error) })
  return result.data
}

function refuseUnknown(names: readonly string[]): void {
  if (names.length === 0) return
  const errors: FieldErrors = Object.fromEntries(
    names.map((name) => [name, { code: 'unknown_field', params: { name } }]),
  )
  throw new Refusal('invalid_input', { errors })
}

/** Many clients spell a list as `types[]=1` or `types[0]=1`. Both mean a repeated `types=1`. */
function queryOf(given: Record<string, unknown>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [spelled, value] of Object.entries(given)) {
    const name = spelled.replace(/\[\d*\]$/, '')
    const isList = name !== spelled || name in query
    query[name] = isList ? [query[name] ?? [], value].flat() : value
  }
  return query
}

/** The documents of the interface name one parameter of a list `sort`: a direction, or a column. */
function orderOf(call: Call, { sort, ...asked }: Record<string, unknown>): Record<string, unknown> {
  if (sort === undefined) return asked
  const name = /^(asc|desc)$/i.test(String(sort)) ? 'sort_order' : 'sort_key'
  const isFree = call.kind === 'list' && !isUnset(sort) && isUnset(asked[name] ?? '')
  return isFree ? { ...asked, [name]: sort } : { ...asked, sort }
}

/** The state of a list as the specification's screens send it. Parameters that a list does not have are ignored while empty. */
const listState = new Set([
  'status',
  'customer_id',
  'supplier_id',
  'account_id',
  'role_id',
  'type',
  'types',
  'categories',
  'total',
  'page',
  'per_page',
  'keyword',
  'sort',
  'sort_key',
  'sort_order',
  'started_at',
  'ended_at',
])
/** Days and page size, as sent to every report. A report as of a day has no first day, and a short one has no pages. */
const reportState = new Set(['from', 'to', 'compare', 'whole'])
const isUnset = (value: unknown) => ['', 'all', 'null', 'undefined'].includes(String(value))

function unknownOf(call: Call, asked: Record<string, unknown>): string[] {
  const known = keysOf(call.query)
  return Object.entries(asked)
    .filter(([name]) => !Object.hasOwn(known, name))
    .filter(([name]) => !(call.labels === 'report' && reportState.has(name)))
    .filter(([name, value]) => !(call.kind === 'list' && listState.has(name) && (isUnset(value) || name === 'total')))
    .map(([name]) => name)
}
