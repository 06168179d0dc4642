import type pg from 'pg'
import { tenantTables } from '#server/db/schema.ts'

/** The neighbours have no users who sign in: data of sessions and requests is not copied. */
const left = new Set(['sessions', 'idempotency_keys', 'audit_log', 'users', 'user_roles', 'password_resets'])

/** Copies an organisation, whole, under new numbers: the neighbours that a big one shares its tables with. */
export async function cloneOrganization(client: pg.Client, from: number, copies: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT setval(pg_get_serial_sequence('organizations', 'organization_id'),
       nextval(pg_get_serial_sequence('organizations', 'organization_id')) + $1) AS last`,
    [copies],
  )
  const first = Number(rows[0].last) - copies + 1
  await client.query('BEGIN')
  await client.query("SET LOCAL session_replication_role = 'replica'")
  for (const table of tenantTables) {
    if (left.has(table)) continue
    const columns = await columnsOf(client, table)
    const names = columns.join(', ')
    await client.query(
      `INSERT INTO ${table} (organization_id, ${names})
       SELECT copy, ${names} FROM ${table} CROSS JOIN generate_series($2::bigint, $3::bigint) AS copy WHERE organization_id = $1`,
      [from, first, first + copies - 1],
    )
  }
  await client.query('COMMIT')
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND column_name <> 'organization_id' ORDER BY ordinal_position`,
    [table],
  )
  return rows.map((row) => row.column_name)
}
