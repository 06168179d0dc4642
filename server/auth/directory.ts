import type { UserKey } from '#server/core/context.ts'
import type { Pool } from '#server/db/driver/pool.ts'

/** Where an address signs in. The directory is the one table that is read before a tenant is known. */
export async function findInDirectory(pool: Pool, email: string): Promise<UserKey | undefined> {
  const { rows } = await pool.query<UserKey>('SELECT organization_id, user_id FROM user_directory WHERE email = $1', [
    email,
  ])
  return rows[0]
}
