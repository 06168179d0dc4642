import type { Pool } from '#server/db/driver/pool.ts'

export type DirectoryEntry = { organization_id: number; user_id: number }

/** Where an address signs in. The directory is the one table that is read before a tenant is known. */
export async function findInDirectory(pool: Pool, email: string): Promise<DirectoryEntry | undefined> {
  const { rows } = await pool.query<DirectoryEntry>(
    'SELECT organization_id, user_id FROM user_directory WHERE email = $1',
    [email],
  )
  return rows[0]
}
