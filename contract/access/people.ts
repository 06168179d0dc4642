import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { activeStatus, boolean, file, id, optional, optionalRows, version } from '../fields/choice.ts'
import { instant, maybeText, nullableInt } from '../fields/response-fields.ts'
import { email, note, phone, text } from '../fields/text.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { newPassword } from './auth.ts'

const named = z.object({ id: z.int(), name: z.string() })

const user = z.object({
  id: z.int(),
  name: z.string(),
  avatar: maybeText,
  email: z.string(),
  mobile: maybeText,
  role_id: nullableInt,
  role: z.union([named, z.null()]),
  status: z.string(),
  is_owner: z.boolean(),
  created_at: instant,
  version: z.int(),
})
export const users = defineResource('user', '/users', {
  permissions: verbs('user'),
  input: z.object({
    name: text,
    email,
    mobile: optional(phone),
    role_id: optional(id),
    status: activeStatus,
    /** Without one a new user gets an invitation by mail to choose it. */
    password: optional(newPassword),
    avatar_file: file,
    version,
  }),
  record: user,
  row: user,
  list: {
    search: ['name', 'email', 'mobile'],
    sort: ['name', 'email', 'role', 'status', 'created_at'],
    order: '-created_at',
    filter: { status: activeStatus, role_id: id },
  },
  /** All users, including former ones: the journal names them to its readers. */
  option: { shape: named, admission: ['list-user', 'read-report-journal'] },
})

/** Permission flags as the role form sends them: `permissions[create-invoice]=1`, or simply a list of keys. */
const permissionFlags = z
  .union([z.array(z.string().max(60)).max(200, 'too_many_rows'), z.record(z.string().max(60), boolean)])
  .transform((given) => (Array.isArray(given) ? given : Object.keys(given).filter((key) => given[key])))

const role = z.object({
  id: z.int(),
  name: z.string(),
  description: maybeText,
  created_at: instant,
  version: z.int(),
})
export const roles = defineResource('role', '/roles', {
  permissions: verbs('role'),
  input: z.object({ name: text, description: optional(note), permissions: optionalRows(permissionFlags), version }),
  record: role.extend({ permissions: z.array(z.string()) }),
  row: role,
  list: {
    search: ['name', 'description'],
    sort: ['name', 'description', 'created_at'],
    order: '-created_at',
    filter: {},
  },
  option: { shape: named, admission: ['list-role', 'list-user', 'create-user', 'update-user'] },
})

/** The cards of the role form: every permission there is, by category, and whether the role has it. */
const permissionCards = z.object({
  id: z.int(),
  key: z.string(),
  permissions: z.array(z.object({ id: z.int(), key: z.string(), value: z.boolean() })),
})
export type PermissionCard = z.output<typeof permissionCards>
const cards = { method: 'GET', kind: 'tree', labels: 'role', answer: permissionCards } as const
export const roleCalls = {
  newPermissions: defineCall({ ...cards, path: '/roles/new/permissions', admission: ['create-role'] }),
  permissions: defineCall({
    ...cards,
    path: '/roles/:id/permissions',
    admission: ['read-role', 'update-role'],
    params: z.object({ id }),
  }),
}
