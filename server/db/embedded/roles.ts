import pg from 'pg'
import type { ConnectionSettings } from '../driver/pool.ts'

type Roles = { superuser: ConnectionSettings; owner: ConnectionSettings }

/** The role that owns the schema and its database. It is no superuser: row security and grants bind it too. */
export async function prepareRoles({ superuser, owner }: Roles): Promise<void> {
  const client = new pg.Client({ ...superuser, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query(
      `SELECT exists(SELECT FROM pg_roles WHERE rolname = $1) AS role, exists(SELECT FROM pg_database WHERE datname = $2) AS database`,
      [owner.user, owner.database],
    )
    const user = pg.escapeIdentifier(owner.user)
    if (!found.rows[0].role) {
      const password = pg.escapeLiteral(owner.password)
      // CREATEROLE lets it create and manage the limited role, without more rights than its own.
      await client.query(`CREATE ROLE ${user} LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE PASSWORD ${password}`)
    }
    if (!found.rows[0].database)
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(owner.database)} OWNER ${user}`)
  } finally {
    await client.end()
  }
  await letSearchUseItsIndex({ ...superuser, database: owner.database })
}

/**
 * LIKE on text compares without telling what it saw: its only error is a malformed pattern, and ours are escaped. Said so,
 * the planner may use the search indexes below row security; without it every search would read all of a tenant.
 */
async function letSearchUseItsIndex(superuser: ConnectionSettings): Promise<void> {
  const client = new pg.Client(superuser)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT proleakproof FROM pg_proc WHERE oid = 'textlike(text, text)'::regprocedure",
    )
    if (!rows[0].proleakproof) await client.query('ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF')
  } finally {
    await client.end()
  }
}
