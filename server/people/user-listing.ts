import { sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Listing } from '#server/resource/list.ts'

const hasSecondFactor = sql<boolean>`users.home_has_factor OR users.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE passkeys.organization_id = ${ownTenant}
  AND passkeys.user_id = users.id)`

export const userListing: Listing = {
  table: 'users',
  from: (db) =>
    db.selectFrom('users').leftJoin('roles', 'roles.id', 'users.role_id').where('users.deleted_at', 'is', null),
  // The columns are named one by one: a password's hash has no business outside the sign-in.
  select: (query) =>
    query
      .select([
        'users.id',
        'users.name',
        'users.avatar',
        'users.email',
        'users.mobile',
        'users.role_id',
        'users.place_id',
        'users.status',
      ])
      .select(['users.is_owner', 'users.created_at', 'users.version', hasSecondFactor.as('has_second_factor')])
      .select(sql<boolean>`users.home_organization_id IS NOT NULL`.as('owns_credentials'))
      .select(
        sql`CASE WHEN roles.id IS NULL THEN NULL ELSE json_build_object('id', roles.id, 'name', roles.name) END`.as(
          'role',
        ),
      )
      .select(
        sql`(SELECT json_build_object('id', place.id, 'name', place.name) FROM places AS place
          WHERE place.organization_id = ${ownTenant} AND place.id = users.place_id)`.as('place'),
      )
      .select(
        sql`array(SELECT kept.place_id FROM user_places AS kept WHERE kept.organization_id = ${ownTenant}
          AND kept.user_id = users.id ORDER BY kept.place_id)`.as('place_ids'),
      ),
  sort: { role: 'roles.name' },
}
