import type { z } from 'zod'
import type { users } from '#contract/access/people.ts'
import { mailAccountNotice } from '#server/auth/account-mail.ts'
import { findInDirectory } from '#server/auth/directory.ts'
import { inviteUser } from '#server/auth/invitation.ts'
import { hashPassword, namesAround, requireUnrelated } from '#server/auth/passwords.ts'
import { removeSecondFactor } from '#server/auth/second-factor.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storeImage } from '#server/files/store-image.ts'
import { findRow, insertRow, updateRow } from '#server/resource/table.ts'
import { grantable, requireReach } from './grantable.ts'
import { requireAnotherOwner } from './require-an-owner.ts'
import { permissionsOf } from './save-role.ts'
import { userListing } from './user-listing.ts'

type UserInput = z.output<typeof users.input>

/** A new user. Without a password an invitation is mailed. */
export async function createUser(context: Context, body: UserInput): Promise<number> {
  const { db, session } = context
  const { password, avatar_file, place_ids, version: _, ...fields } = body
  await requireRole(context, body.role_id)
  await requireRows(db, { place_id: ['places', body.place_id] })
  const known = await findInDirectory(context.services.pool, body.email)
  if (known && known.organization_id !== session.organization_id)
    throw new Refusal('invite_instead', { field: 'email' })
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  if (password) requireUnrelated(password, [body.email, body.name, ...(await namesAround(db))])
  const password_hash = password ? await hashPassword(password) : null
  const id = await insertRow(db, 'users', { ...fields, ...(avatar !== undefined && { avatar }), password_hash })
  await db
    .insertInto('user_directory')
    .values({ email: body.email, organization_id: session.organization_id, user_id: id })
    .execute()
  await keepPlaces(context, id, place_ids)
  if (!password) await inviteUser(context, id, body.email)
  return id
}

export async function updateUser(context: Context, id: number, body: UserInput): Promise<void> {
  const { db, session } = context
  const { password, avatar_file, place_ids, version, ...fields } = body
  const stored = await lockUser(context, id)
  if (stored.is_owner && !session.is_owner) throw new Refusal('owner_only', { field: 'status' })
  await requireNoStronger(context, stored.role_id)
  if (body.role_id !== undefined && body.role_id !== stored.role_id) await requireRole(context, body.role_id)
  await requireRows(db, { place_id: ['places', body.place_id, {}, stored.place_id] })
  if (stored.is_owner && body.status !== 'active') await requireAnotherOwner(context, id)
  if (stored.home_organization_id !== null) {
    if (password) throw new Refusal('own_credentials', { field: 'password' })
    if (body.email !== stored.email) throw new Refusal('own_credentials', { field: 'email' })
  }
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  if (password) requireUnrelated(password, [body.email, body.name, ...(await namesAround(db))])
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  await updateRow(db, 'users', id, { ...fields, ...(avatar !== undefined && { avatar }), ...secret }, version)
  await keepPlaces(context, id, place_ids)
  if (body.email !== stored.email) await moveInDirectory(context, id, stored.email, body.email)
  // A user who becomes inactive or gets a new password is signed out everywhere, at once.
  if (password || body.status !== 'active') await endSessions(db, id)
  // A mailed link opens the account of the old address, with the old password.
  if (password || body.email !== stored.email) await endResets(context, id)
  if (body.email !== stored.email && !password && stored.password_hash === null)
    await inviteUser(context, id, body.email)
  context.services.forgetSessions()
}

/** Removes a user. Records entered by the user keep the name. */
export async function removeUser(context: Context, id: number): Promise<void> {
  const { session } = context
  const stored = await lockUser(context, id)
  if (id === session.user_id) throw new Refusal('not_yourself')
  if (stored.is_owner && !session.is_owner) throw new Refusal('owner_only')
  await requireNoStronger(context, stored.role_id)
  if (stored.is_owner) await requireAnotherOwner(context, id)
  await removeMembership(context, id, stored)
}

/** Ends a membership. The credentials of a person with several organizations are elsewhere and stay. */
export async function removeMembership(context: Context, id: number, stored: StoredUser): Promise<void> {
  const { db, services } = context
  if (stored.home_organization_id === null)
    await db.deleteFrom('user_directory').where('email', '=', stored.email).execute()
  await endSessions(db, id)
  await db.deleteFrom('user_places').where('user_id', '=', id).execute()
  await endResets(context, id)
  await removeSecondFactor(db, id, true)
  const nothing = { mobile: null, avatar: null, password_hash: null, role_id: null, place_id: null }
  await db
    .updateTable('users')
    .set({ ...nothing, status: 'inactive', is_owner: false, deleted_at: services.clock.now() })
    .where('id', '=', id)
    .execute()
  services.forgetSessions()
}

/** For a person who lost phone and codes. All sessions end, and the password is required again. */
export async function resetSecondFactor(context: Context, id: number) {
  const { db, session, services, language } = context
  const stored = await lockUser(context, id)
  if (stored.is_owner && !session.is_owner) throw new Refusal('owner_only')
  await requireNoStronger(context, stored.role_id)
  if (id === session.user_id) throw new Refusal('not_own_factor')
  if (stored.home_organization_id !== null) throw new Refusal('own_credentials')
  await removeSecondFactor(db, id, true)
  await endSessions(db, id)
  const owner = { organizationId: session.organization_id, userId: id }
  await mailAccountNotice(services, db, { ...owner, notice: 'second_factor_off', language })
  services.forgetSessions()
  services.outbox.wake()
  return findRow(userListing.select(userListing.from(db)).where('users.id', '=', id))
}

/** Whose goods the user sees and moves from now on. Who keeps places gives none that are another's. */
async function keepPlaces(
  { db, session }: Context,
  user_id: number,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids === undefined) return
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const known =
    wanted.length === 0 ? [] : await db.selectFrom('places').select('id').where('id', 'in', wanted).execute()
  const isOwn = session.places === null || (wanted.length > 0 && wanted.every((id) => session.places?.ids.includes(id)))
  if (known.length < wanted.length || !isOwn)
    throw new Refusal('invalid_input', {
      errors: { place_ids: { code: isOwn ? 'unknown_reference' : 'place_not_kept' } },
    })
  await db.deleteFrom('user_places').where('user_id', '=', user_id).execute()
  if (wanted.length > 0)
    await db
      .insertInto('user_places')
      .values(wanted.map((place_id) => ({ user_id, place_id })))
      .execute()
}

type StoredUser = Awaited<ReturnType<typeof lockUser>>
export async function lockUser({ db }: Context, id: number) {
  const stored = await db
    .selectFrom('users')
    .select(['email', 'is_owner', 'role_id', 'place_id', 'password_hash', 'home_organization_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  return stored
}

/** A user who could set the password or the address of a person with more permissions could become that person. */
async function requireNoStronger(context: Context, role_id: number | null): Promise<void> {
  if (role_id !== null) requireReach(context, await permissionsOf(context.db, role_id))
}

async function endResets({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
}

/** A role gives its permissions away, so giving the role is granting them. */
export async function requireRole(context: Context, role_id: number | null | undefined): Promise<void> {
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
