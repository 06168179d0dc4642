import { readFileSync } from 'node:fs'
import pg from 'pg'
import { hashToken } from '#server/http/authenticate.ts'
import { type BrowserNotes, notesPath } from '../../test/harness/browser-notes.ts'

export const notes = (): BrowserNotes =>
  JSON.parse(readFileSync(notesPath(process.env.MIZAN_BROWSER_PORT ?? ''), 'utf8')) as BrowserNotes

/** The token of a user of the owner's organisation whose role holds exactly these permissions. */
export async function limitedUser(ownerToken: string, permissions: readonly string[]): Promise<string> {
  const organization = Number(ownerToken.split('.')[0])
  const token = `${organization}.${crypto.randomUUID().replaceAll('-', '')}${'x'.repeat(11)}`
  const client = new pg.Client(notes().superuser)
  await client.connect()
  const insert = async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows[0]?.id as number
  try {
    const role = await insert('INSERT INTO roles (organization_id, name) VALUES ($1, $2) RETURNING id', [
      organization,
      crypto.randomUUID(),
    ])
    await client.query(
      'INSERT INTO role_permissions (organization_id, role_id, permission) SELECT $1, $2, unnest($3::text[])',
      [organization, role, permissions],
    )
    const user = await insert(
      "INSERT INTO users (organization_id, name, email, status, role_id) VALUES ($1, 'محاسب', $2, 'active', $3) RETURNING id",
      [organization, `${crypto.randomUUID()}@example.sa`, role],
    )
    await client.query(
      "INSERT INTO sessions (organization_id, token_hash, user_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')",
      [organization, hashToken(token), user],
    )
    return token
  } finally {
    await client.end()
  }
}
