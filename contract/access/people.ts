import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { activeStatus, boolean, file, id, optional, optionalRows, version } from '../fields/choice.ts'
import { instant, maybeText, nullableInt } from '../fields/response-fields.ts'
import { email, note, phone, text } from '../fields/text.ts'
import { confirmWrites } from '../guard/call-guard.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { newPassword } from './auth.ts'
import { permissionKeys } from './permissions.ts'

const named = z.object({ id: z.int(), name: z.string() })

const user = z.object({
  id: z.int(),
  name: z.string(),
  avatar: maybeText,
  email: z.string(),
  mobile: maybeText,
  role_id: nullableInt,
  role: z.union([named, z.null()]),
  /** The usual place of what the user sells, buys and counts. */
  place_id: nullableInt,
  place: z.union([named, z.null()]),
  /** The places that the user keeps: only their goods are seen and moved. None: all places. */
  place_ids: z.array(z.int()),
  status: z.string(),
  is_owner: z.boolean(),
  has_second_factor: z.boolean(),
  /** The person alone changes address, password and second factor. */
  owns_credentials: z.boolean(),
  created_at: instant,
  version: z.int(),
})
const userResource = defineResource('user', '/users', {
  permissions: verbs('user'),
  input: z.object({
    name: text,
    email,
    mobile: optional(phone),
    role_id: optional(id),
    place_id: optional(id),
    place_ids: optionalRows(z.array(id).max(50, 'too_many_rows')),
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
export const users = confirmWrites(userResource)
/** For a person who lost phone and codes: removes the second factor, keeps the password. */
export const userCalls = {
  resetSecondFactor: defineCall({
    method: 'POST',
    path: '/users/:id/reset-second-factor',
    kind: 'action',
    labels: 'user',
    admission: ['update-user'],
    asks: 'confirmed',
    params: z.object({ id }),
    answer: user,
  }),
}

/** On or off, also as the numbers that JSON has for it. */
const flag = z.union([boolean, z.literal([0, 1]).transform((value) => value === 1)], { error: 'invalid_choice' })
/** One permission: its key or its place in the published list. In a form `1` may as well be the flag of a list by place: it is neither. */
const permissionKey = z.union([
  z
    .string()
    .max(60)
    .transform((given) => (/^([2-9]|\d{2,})$/.test(given) ? placed(Number(given)) : given)),
  z.int().transform((given) => placed(given)),
])
const placed = (place: number): string => permissionKeys[place - 1] ?? String(place)
const carded = z.object({ id: id.optional(), key: z.string().max(60), value: flag })
const card = z.object({ id: id.optional(), key: z.string().max(60).optional(), permissions: z.array(carded).max(200) })
/**
 * Permissions as forms send them: flags by key (`permissions[create-invoice]=1`), a list of keys or of their ids, or the very cards that
 * were answered, each with its flags.
 */
const permissionFlags = z
  .union([
    z.array(permissionKey).max(200, 'too_many_rows'),
    z.array(carded).max(200, 'too_many_rows'),
    z.array(card).max(50, 'too_many_rows'),
    z.record(z.string().max(60), flag),
  ])
  .transform((given) => (Array.isArray(given) ? given.flatMap(held) : Object.keys(given).filter((key) => given[key])))
function held(one: string | z.output<typeof carded> | z.output<typeof card>): string[] {
  if (typeof one === 'string') return [one]
  return 'permissions' in one ? one.permissions.flatMap(held) : one.value ? [one.key] : []
}
/** A form may send each permission as a field of its own, next to the name: `create-invoice=1`. */
const flatFlags = Object.fromEntries(permissionKeys.map((key) => [key, flag.optional()]))

const role = z.object({
  id: z.int(),
  name: z.string(),
  description: maybeText,
  second_factor_required: z.boolean(),
  created_at: instant,
  version: z.int(),
})
const roleResource = defineResource('role', '/roles', {
  permissions: verbs('role'),
  input: z.object({
    ...flatFlags,
    name: text,
    description: optional(note),
    permissions: optionalRows(permissionFlags),
    version,
    second_factor_required: boolean.optional(),
  }),
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
export const roles = confirmWrites(roleResource)

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
