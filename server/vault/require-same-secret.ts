import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import { secretOf } from './vault.ts'

/**
 * All machines on one database must seal with the same secret: a second factor that was set up on one could not be checked on the others. The database stores a
 * fingerprint of the secret of the first machine, where the application cannot read it.
 */
export async function requireSameSecret(owner: pg.Client, dataDir: string): Promise<void> {
  const fingerprint = createHash('sha256').update('mizan fingerprint').update(secretOf(dataDir)).digest('hex')
  await owner.query(
    'CREATE TABLE IF NOT EXISTS mizan_migrations.secrets (name text PRIMARY KEY, fingerprint text NOT NULL)',
  )
  await owner.query(`INSERT INTO mizan_migrations.secrets VALUES ('vault', $1) ON CONFLICT DO NOTHING`, [fingerprint])
  const { rows } = await owner.query(`SELECT fingerprint FROM mizan_migrations.secrets WHERE name = 'vault'`)
  if (rows[0].fingerprint === fingerprint) return
  throw new StartRefusal(
    `The key in ${dataDir}/e-invoicing.key is not the one this database is used with: copy that file from DATA_DIR of the first machine. Should it be lost, run "DELETE FROM mizan_migrations.secrets": second factors, webhooks and e-invoicing units must then be set up again.`,
  )
}
