import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { StartRefusal } from '#server/start-refusal.ts'
import { secretOf } from './vault.ts'

/**
 * All machines on one database must seal with the same secret: a second factor that was set up on one could not be checked on the others. The database stores a
 * fingerprint of the secret of the first machine, where the application cannot read it.
 */
export async function requireSameSecret(owner: ConnectionSettings, dataDir: string): Promise<void> {
  const fingerprint = createHash('sha256').update('mizan fingerprint').update(secretOf(dataDir)).digest('hex')
  if ((await storedFingerprint(owner, fingerprint)) === fingerprint) return
  throw new StartRefusal(
    `The key in ${dataDir}/e-invoicing.key is not the one this database is used with: copy that file from DATA_DIR of the first machine, or from a backup. Should it be lost, run "DELETE FROM mizan_migrations.secrets": second factors, webhooks and e-invoicing units must then be set up again.`,
  )
}

async function storedFingerprint(owner: ConnectionSettings, own: string): Promise<string> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS mizan_migrations.secrets (name text PRIMARY KEY, fingerprint text NOT NULL)',
    )
    await client.query(`INSERT INTO mizan_migrations.secrets VALUES ('vault', $1) ON CONFLICT DO NOTHING`, [own])
    const { rows } = await client.query(`SELECT fingerprint FROM mizan_migrations.secrets WHERE name = 'vault'`)
    return rows[0].fingerprint
  } finally {
    await client.end()
  }
}
