import pg from 'pg'
import { attachErrorHandlers } from '#server/db/driver/pool-error-handlers.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Client, TestApp } from './api.ts'
import type { Organization } from './organization.ts'

export type RoleClient = Client & { revoke(permission: string): Promise<void> }
const kept = new Map<string, RoleClient>()

/** A user of the owner's organisation whose role holds exactly these permissions, signed in. */
export async function clientWith(
  test: TestApp,
  owner: Organization,
  permissions: readonly string[],
): Promise<RoleClient> {
  const name = `${test.roles.app.database} ${[...permissions].sort().join()}`
  const known = kept.get(name)
  if (known) return known
  const organization = Number(owner.token?.split('.')[0])
  const token = `${organization}.${crypto.randomUUID().replaceAll('-', '')}${'x'.repeat(11)}`
  const role = await withSuperuser(test, async (client) => {
    const { rows } = await client.query('INSERT INTO roles (organization_id, name) VALUES ($1, $2) RETURNING id', [
      organization,
      crypto.randomUUID(),
    ])
    const { id } = rows[0]
    await client.query(
      'INSERT INTO role_permissions (organization_id, role_id, permission) SELECT $1, $2, unnest($3::text[])',
      [organization, id, permissions],
    )
    const user = await client.query(
      "INSERT INTO users (organization_id, name, email, status, role_id) VALUES ($1, 'role', $2, 'active', $3) RETURNING id",
      [organization, `${crypto.randomUUID()}@example.sa`, id],
    )
    await client.query(
      "INSERT INTO sessions (organization_id, token_hash, user_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')",
      [organization, hashToken(token), user.rows[0].id],
    )
    return id as number
  })
  const client = {
    ...test.visitor(token),
    revoke: async (permission: string) => {
      await withSuperuser(test, (connection) =>
        connection.query(
          'DELETE FROM role_permissions WHERE organization_id = $1 AND role_id = $2 AND permission = $3',
          [organization, role, permission],
        ),
      )
      test.app.services.forgetSessions()
    },
  }
  kept.set(name, client)
  return client
}

const pools = new Map<string, pg.Pool>()

/** The connection is reused within the file: opening one costs more than most queries. */
export async function withSuperuser<Result>(
  { roles: { superuser } }: TestApp,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const pool = pools.get(superuser.database) ?? attachErrorHandlers(new pg.Pool({ ...superuser, idleTimeoutMillis: 0 }))
  pools.set(superuser.database, pool)
  const client = (await pool.connect()) as pg.PoolClient & pg.Client
  try {
    const result = await work(client)
    // Session settings end with it.
    await client.query('DISCARD ALL')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Closes the reused connection of the file. */
export async function endSuperusers(): Promise<void> {
  const all = [...pools.values()]
  pools.clear()
  await Promise.all(all.map((pool) => pool.end()))
}
