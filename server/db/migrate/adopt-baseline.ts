import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type MigrationFile, migrationsSchema } from './migration-files.ts'

/** The last migration of the versions before 1.0.0, and a digest of the names and checksums of all of them. */
const former = {
  last: '1205-around-transfers',
  digest: 'a5a9dad473064e8b3af34dc9a8d85e8040fea19c605deddfdd49b6f930f97b71',
}
/** The last file of the baseline, which makes what those migrations made. */
const baselineEnd = '0030-tenant-isolation'

type Applied = { name: string; checksum: string }

/**
 * A database that has every migration of the versions before 1.0.0 counts as made by the baseline: it has the same structure. Later migrations
 * go on from there. Any other database stays as it is.
 */
export async function adoptBaseline(database: Kysely<unknown>, steps: readonly MigrationFile[]): Promise<void> {
  const checksums = sql.id(migrationsSchema, 'checksums')
  const { rows } = await sql<Applied>`SELECT name, checksum FROM ${checksums} ORDER BY name COLLATE "C"`.execute(
    database,
  )
  if (!rows.some(({ name }) => name === former.last)) return
  const own = rows.filter(({ name }) => name <= former.last)
  if (digestOf(own) !== former.digest) return
  const names = own.map(({ name }) => name)
  const baseline = steps.filter(({ name }) => name <= baselineEnd)
  const applied = sql.id(migrationsSchema, 'applied')
  await database.transaction().execute(async (transaction) => {
    await sql`DELETE FROM ${checksums} WHERE name = ANY (${names}::text[])`.execute(transaction)
    await sql`DELETE FROM ${applied} WHERE name = ANY (${names}::text[])`.execute(transaction)
    for (const { name, checksum } of baseline) {
      await sql`INSERT INTO ${checksums} (name, checksum) VALUES (${name}, ${checksum})`.execute(transaction)
      await sql`INSERT INTO ${applied} (name, timestamp) VALUES (${name}, ${new Date().toISOString()})`.execute(
        transaction,
      )
    }
    // An earlier form of the function that nothing calls.
    await sql`DROP FUNCTION IF EXISTS audit_digest(audit_log)`.execute(transaction)
  })
}

const digestOf = (applied: readonly Applied[]): string =>
  createHash('sha256')
    .update(applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')
