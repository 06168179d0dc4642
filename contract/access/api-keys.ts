import { z } from 'zod'
import { choice, date } from '../fields/choice.ts'
import { instant, maybeText, nullable } from '../fields/response-fields.ts'
import { textOf } from '../fields/text.ts'
import { defineCall, defineResource, idParams } from '../kit/resource.ts'
import { canonicalPermission } from './permissions.ts'

/** `maker_left`: the person who made it no longer works here, so it opens nothing. */
const apiKeyStates = ['active', 'expired', 'ended', 'maker_left'] as const
export const apiKeyDaysMaximum = 730
export const apiKeyLimitMaximum = 6000

const admission = ['manage-api-keys']
const row = z.object({
  id: z.int(),
  name: z.string(),
  /** How the key begins: enough to recognize it, not to use it. */
  hint: z.string(),
  state: z.enum(apiKeyStates),
  permissions: z.array(z.string()),
  requests_per_minute: z.int(),
  user: z.object({ id: z.int(), name: z.string() }),
  created_at: instant,
  expires_at: instant,
  last_used_at: nullable(instant),
  last_used_from: maybeText,
  ended_at: nullable(instant),
})
export type ApiKeyRow = z.output<typeof row>

const limit = z.preprocess(
  (value) => (value === '' || value === null ? undefined : typeof value === 'string' ? Number(value) : value),
  z
    .int('invalid_number')
    .min(1, 'out_of_range')
    .max(apiKeyLimitMaximum, 'out_of_range')
    .default(600)
    .meta({ description: 'how many requests a minute the key may send; 600 unless said otherwise' }),
)
const resource = defineResource('api_key', '/api-keys', {
  permissions: {
    list: 'manage-api-keys',
    read: 'manage-api-keys',
    create: 'manage-api-keys',
    update: 'manage-api-keys',
    delete: 'manage-api-keys',
  },
  input: z.object({
    name: textOf(60),
    permissions: z
      .array(z.string().max(60).transform(canonicalPermission), { error: () => 'required' })
      .min(1, 'required')
      .max(200, 'too_many_rows'),
    /** The last day on which it opens anything. */
    expires_on: date,
    requests_per_minute: limit,
  }),
  /** `key` is answered once, by the call that makes it, and stored nowhere. */
  record: row.extend({ key: maybeText }),
  row,
  list: {
    search: ['name'],
    sort: ['name', 'created_at', 'expires_at', 'last_used_at'],
    order: '-created_at',
    filter: { state: choice(apiKeyStates) },
  },
})
const { list, read, create } = resource.calls
/** Keys for programs. A key is created and ended, never changed, and only by a person. */
export const apiKeys = {
  ...resource,
  calls: {
    list: { ...list, asks: 'person' as const },
    read: { ...read, asks: 'person' as const },
    create: { ...create, asks: 'confirmed' as const },
    end: defineCall({
      method: 'POST',
      path: '/api-keys/:id/end',
      kind: 'action',
      labels: 'api_key',
      admission,
      asks: 'person',
      params: idParams,
      answer: resource.record,
    }),
  },
}
