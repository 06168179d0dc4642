import { z } from 'zod'
import { date, id } from '../fields/choice.ts'
import { instant, maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { defineCall, defineResource } from '../kit/resource.ts'

const named = z.object({ id: z.int(), name: z.string() })
/** The action: the kind of the call. `other` is a call of an earlier version. */
export const auditActs = ['create', 'update', 'delete', 'action', 'sign_in', 'sign_in_refused', 'other'] as const
const entry = z.object({
  id: z.int(),
  at: instant,
  /** null: the system itself. */
  user: nullable(named),
  /** The key of a program, where one was used. */
  api_key: nullable(named),
  ip: maybeText,
  act: z.enum(auditActs),
  /** Method and path of the call. */
  action: z.string(),
  resource: z.string(),
  /** Its common name, in the language of the request. */
  resource_title: z.string(),
  resource_id: nullableInt,
  request_id: maybeText,
})
export type AuditEntryRow = z.output<typeof entry>
const record = entry.extend({
  /** The request, field by field, without secrets and files. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
})
export type AuditEntry = z.output<typeof record>

const permissions = {
  list: 'read-audit-log',
  read: 'read-audit-log',
  create: 'read-audit-log',
  update: 'read-audit-log',
  delete: 'read-audit-log',
}
const resource = defineResource('audit_entry', '/audit-log', {
  permissions,
  input: z.object({}),
  record,
  row: entry,
  list: {
    search: [],
    sort: ['at'],
    order: '-at',
    filter: { user_id: id, api_key_id: id, resource: z.string().max(60), resource_id: id, from: date, to: date },
  },
})
/** Actions of people and programs. Written with each change, never changed. */
export const auditLog = { ...resource, calls: { list: resource.calls.list, read: resource.calls.read } }

export const auditFilters = defineCall({
  method: 'GET',
  path: '/audit-log/filters',
  kind: 'statistic',
  labels: 'audit_entry',
  admission: ['read-audit-log'],
  answer: z.object({
    users: z.array(named),
    resources: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
})
