import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { hashToken } from '#server/http/authenticate.ts'

const linkMinutes = 30

/**
 * For a person who lost phone and recovery codes and whom no administrator can help: removes app, codes and passkeys, ends every session, and
 * answers a link to choose a password. In one transaction, wherever the credentials are.
 */
export async function recoverAccount(
  settings: ConnectionSettings,
  { email, publicUrl }: { email: string; publicUrl: string },
): Promise<string> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query('SELECT organization_id, user_id FROM user_directory WHERE email = $1', [
      email.toLowerCase(),
    ])
    if (!rows[0]) throw new Error(`there is no account with the address ${email}`)
    const key = [Number(rows[0].organization_id), Number(rows[0].user_id)]
    const token = await removeFactor(client, key)
    await client.query('COMMIT')
    return `${publicUrl}/reset-password?email=${encodeURIComponent(email.toLowerCase())}&token=${token}`
  } finally {
    // Without the commit, the end of the connection rolls back.
    await client.end()
  }
}

async function removeFactor(client: pg.Client, key: number[]): Promise<string> {
  const [organization] = key
  await enter(client, organization)
  await client.query(
    'UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL WHERE organization_id = $1 AND id = $2',
    key,
  )
  for (const table of ['recovery_codes', 'passkeys', 'password_resets', 'sessions'])
    await client.query(`DELETE FROM ${table} WHERE organization_id = $1 AND user_id = $2`, key)
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `INSERT INTO password_resets (organization_id, user_id, token_hash, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
    [...key, hashToken(token), linkMinutes],
  )
  const { rows } = await client.query(
    'SELECT member_organization_id AS id FROM memberships WHERE organization_id = $1',
    [organization],
  )
  for (const { id } of rows) {
    await enter(client, Number(id))
    await client.query(
      `DELETE FROM sessions AS s USING users AS u WHERE s.organization_id = $1 AND u.organization_id = $1 AND u.id = s.user_id
        AND u.home_organization_id = $2 AND u.home_user_id = $3`,
      [id, ...key],
    )
  }
  return token
}

/** The owner of the tables sees one tenant at a time, too. */
function enter(client: pg.Client, organization: number | undefined) {
  if (!Number.isSafeInteger(organization)) throw new Error('a tenant is a positive integer')
  return client.query(`SET LOCAL app.organization_id = ${organization}`)
}
