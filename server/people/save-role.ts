import type { z } from 'zod'
import type { roles } from '#contract/access/people.ts'
import { permissionKeys } from '#contract/access/permissions.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import { grantable, requireReach } from './grantable.ts'

type RoleInput = z.output<typeof roles.input>

export async function readRole({ db }: Context, id: number) {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!role) throw new Refusal('not_found')
  return { ...role, permissions: await permissionsOf(db, id) }
}

export async function permissionsOf(db: TenantDatabase, roleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', roleId)
    .orderBy('permission')
    .execute()
  return rows.map((row) => row.permission)
}

export async function createRole(context: Context, body: RoleInput): Promise<number> {
  const { permissions, role } = partsOf(body)
  const keys = grantable(context, permissions ?? [], 'permissions')
  const id = await insertRow(context.db, 'roles', role)
  await writePermissions(context, id, keys)
  return id
}

/** Replaces the permissions of the role, with immediate effect for signed-in users. */
export async function updateRole(context: Context, id: number, body: RoleInput): Promise<void> {
  const { db } = context
  const { permissions, role } = partsOf(body)
  await updateRow(db, 'roles', id, role, body.version)
  const before = await permissionsOf(db, id)
  requireReach(context, before)
  if (role.second_factor_required !== undefined) context.services.forgetSessions()
  if (permissions === undefined) return
  const wanted = grantable(context, permissions, 'permissions')
  await db.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  await writePermissions(context, id, wanted)
  if (before.join() !== [...wanted].sort().join()) context.services.forgetSessions()
}

/** The role's own columns, and what it may do: one after the other or all of them, undefined where nothing is said of that. */
function partsOf({ name, description, second_factor_required, permissions, ...rest }: RoleInput) {
  const flags = Object.entries(rest as Record<string, unknown>).filter(([key]) => permissionKeys.includes(key))
  const flat = flags.filter(([, value]) => value === true).map(([key]) => key)
  const role = {
    name,
    ...(description !== undefined && { description }),
    ...(second_factor_required !== undefined && { second_factor_required }),
  }
  return { role, permissions: flags.length > 0 ? [...(permissions ?? []), ...flat] : permissions }
}

async function writePermissions({ db }: Context, role_id: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .insertInto('role_permissions')
    .values(keys.map((permission) => ({ role_id, permission })))
    .execute()
}

export async function removeRole(context: Context, id: number): Promise<void> {
  const user = await context.db.selectFrom('users').select('id').where('role_id', '=', id).limit(1).executeTakeFirst()
  if (user) throw new Refusal('role_in_use')
  requireReach(context, await permissionsOf(context.db, id))
  await leaveInvitations(context, id)
  await deleteRow(context, 'roles', id)
}

/** Ended and expired invitations stay without the role. One that can still be accepted has it in use. */
async function leaveInvitations({ db, services }: Context, role_id: number): Promise<void> {
  const now = services.clock.now()
  const open = await db
    .selectFrom('invitations')
    .select(['id', 'expires_at'])
    .where('role_id', '=', role_id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .execute()
  if (open.some(({ expires_at }) => expires_at > now)) throw new Refusal('role_invited')
  const expired = open.map(({ id }) => id)
  if (expired.length > 0)
    await db.updateTable('invitations').set({ withdrawn_at: now }).where('id', 'in', expired).execute()
  await db.updateTable('invitations').set({ role_id: null }).where('role_id', '=', role_id).execute()
}
