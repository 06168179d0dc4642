import type pg from 'pg'

/** Names and checksums: two installations understand each other's rows if they have the same ones. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT name || ' ' || left(checksum, 16) AS one FROM mizan_migrations.checksums ORDER BY name`,
  )
  return rows.map(({ one }) => one)
}
