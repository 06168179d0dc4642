import type { z } from 'zod'
import type { users } from '#contract/access/people.ts'
import { inviteUser } from '#server/auth/invitation.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storeImage } from '#server/files/store-image.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import { grantable } from './grantable.ts'
import { requireAnotherOwner } from './require-an-owner.ts'
import { permissionsOf } from './save-role.ts'

type UserInput = z.output<typeof users.input>

/** A new user; without a password he is invited by mail to choose his own. */
export async function createUser(context: Context, body: UserInput): Promise<number> {
  const { db, session } = context
  const { password, avatar_file, version: _, ...fields } = body
  await requireRole(context, body.role_id)
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  const password_hash = password ? await hashPassword(password) : null
  const id = await insertRow(db, 'users', { ...fields, ...(avatar !== undefined && { avatar }), password_hash })
  await db
    .insertInto('user_directory')
    .values({ email: body.email, organization_id: session.organization_id, user_id: id })
    .execute()
  if (!password) await inviteUser(context, id, body.email)
  return id
}

export async function updateUser(context: Context, id: number, body: UserInput): Promise<void> {
  const { db, session } = context
  const { password, avatar_file, version, ...fields } = body
  const stored = await db
    .selectFrom('users')
    .select(['email', 'is_owner', 'role_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  if (stored.is_owner && !session.is_owner) throw new Refusal('owner_only', { field: 'status' })
  if (body.role_id !== undefined && body.role_id !== stored.role_id) await requireRole(context, body.role_id)
  if (stored.is_owner && body.status !== 'active') await requireAnotherOwner(context, id)
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  await updateRow(db, 'users', id, { ...fields, ...(avatar !== undefined && { avatar }), ...secret }, version)
  if (body.email !== stored.email) await moveInDirectory(context, id, stored.email, body.email)
  // Whoever is shut out, or was given another password, is out everywhere and at once.
  if (password || body.status !== 'active') await endSessions(db, id)
  context.services.forgetSessions()
}

export async function removeUser(context: Context, id: number): Promise<void> {
  const { db, session } = context
  const stored = await db
    .selectFrom('users')
    .select(['email', 'is_owner'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  if (id === session.user_id) throw new Refusal('not_yourself')
  if (stored.is_owner && !session.is_owner) throw new Refusal('owner_only')
  if (stored.is_owner) await requireAnotherOwner(context, id)
  await db.deleteFrom('user_directory').where('email', '=', stored.email).execute()
  await deleteRow(context, 'users', id)
  context.services.forgetSessions()
}

/** A role gives its permissions away, so giving the role is granting them. */
async function requireRole(context: Context, role_id: number | null | undefined): Promise<void> {
  await requireRows(context.db, { role_id: ['roles', role_id] })
  if (role_id) grantable(context, await permissionsOf(context.db, role_id), 'role_id')
}

async function moveInDirectory({ db, session }: Context, id: number, before: string, email: string): Promise<void> {
  await db.deleteFrom('user_directory').where('email', '=', before).execute()
  await db
    .insertInto('user_directory')
    .values({ email, organization_id: session.organization_id, user_id: id })
    .execute()
}
