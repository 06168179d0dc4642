import type { FastifyInstance } from 'fastify'
import { roleCalls, roles, userCalls, users } from '#contract/access/people.ts'
import { mount } from '#server/http/pipeline.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import { optionRows } from '#server/resource/option-rows.ts'
import { mountResource } from '#server/resource/routes.ts'
import { permissionCards } from './permission-cards.ts'
import { createRole, permissionsOf, readRole, removeRole, updateRole } from './save-role.ts'
import { createUser, removeUser, resetSecondFactor, updateUser } from './save-user.ts'
import { userListing } from './user-listing.ts'

export function peopleRoutes(app: FastifyInstance): void {
  mountResource(app, users, {
    listing: userListing,
    create: createUser,
    update: updateUser,
    remove: removeUser,
    options: ({ db }, query) => optionRows(db.selectFrom('users').select(['id', 'name']), 'users', query, 'users.name'),
  })
  mount(app, userCalls.resetSecondFactor, async (context, { params }) => ({
    data: await resetSecondFactor(context, params.id),
    message: 'updated',
  }))
  mount(app, roleCalls.newPermissions, async () => ({ data: permissionCards(new Set()) }))
  mount(app, roleCalls.permissions, async (context, { params }) => {
    await readRole(context, params.id)
    return { data: permissionCards(new Set(await permissionsOf(context.db, params.id))) }
  })
  mountResource(app, roles, {
    listing: plainListing('roles'),
    read: readRole,
    create: createRole,
    update: updateRole,
    remove: removeRole,
    options: ({ db }, query) => optionRows(db.selectFrom('roles').select(['id', 'name']), 'roles', query, 'roles.name'),
  })
}
