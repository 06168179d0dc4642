import type { Pool } from './driver/pool.ts'

/** Every organisation there is, as the directory has them: for what is done behind everybody's back, tenant by tenant. */
export async function organizationsOf(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ organization_id: number }>(
    'SELECT organization_id FROM organization_directory ORDER BY organization_id',
  )
  return rows.map(({ organization_id }) => organization_id)
}

/** These, the organizations that are not set up yet, and the personal tenants. */
export async function tenantsOf(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ organization_id: number }>(
    'SELECT organization_id FROM organization_directory UNION SELECT organization_id FROM user_directory ORDER BY organization_id',
  )
  return rows.map(({ organization_id }) => organization_id)
}
