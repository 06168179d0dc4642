import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { StartRefusal } from '#server/start-refusal.ts'
import { type MigrationFile, migrationsSchema } from './migration-files.ts'

/** The commit of the last version before the baseline. */
const lastBefore = '018fe4db'
const upgradeFolder = new URL('../upgrade/', import.meta.url)
/** The baseline has the numbers below 0100. */
const isBaseline = ({ name }: MigrationFile) => name < '0100'

/**
 * A database of a version before the baseline has all migrations up to 0830, by name and checksum: one file brings it to the
 * structure of the baseline, whose migrations are then recorded as applied. All of it is one transaction. Any other list of old
 * migrations is refused, because the file assumes the complete structure.
 */
export async function upgradeToBaseline(database: Kysely<unknown>, steps: readonly MigrationFile[]): Promise<void> {
  const before: Record<string, string> = JSON.parse(
    readFileSync(new URL('0830-migrations.json', upgradeFolder), 'utf8'),
  )
  await database.transaction().execute(async (transaction) => {
    const stored = await sql<{ name: string; checksum: string }>`
      SELECT name, checksum FROM ${sql.id(migrationsSchema, 'checksums')}`.execute(transaction)
    const old = new Map(stored.rows.filter(({ name }) => name in before).map((row) => [row.name, row.checksum]))
    if (old.size === 0) return
    const lacking = Object.entries(before).find(([name, checksum]) => old.get(name) !== checksum)
    if (lacking) {
      throw new StartRefusal(
        `This database is older than the baseline and not complete (migration ${lacking[0]}): start it once with the last version before the baseline, commit ${lastBefore}, then with this one: ` +
          `git worktree add ../mizan-before ${lastBefore}, there DATA_DIR=<this data folder> npm start, stop it, and start this version again.`,
      )
    }
    await sql.raw(readFileSync(new URL('0830-to-baseline.sql', upgradeFolder), 'utf8')).execute(transaction)
    await recordBaseline(transaction, [...old.keys()], steps.filter(isBaseline))
  })
}

/** The baseline gets the time of the first old migration, so that it precedes everything that was applied later. */
async function recordBaseline(
  transaction: Kysely<unknown>,
  old: readonly string[],
  baseline: readonly MigrationFile[],
): Promise<void> {
  const [names, checksums] = [baseline.map(({ name }) => name), baseline.map(({ checksum }) => checksum)]
  await sql`
    INSERT INTO ${sql.id(migrationsSchema, 'applied')} (name, timestamp)
    SELECT name, (SELECT min(timestamp) FROM ${sql.id(migrationsSchema, 'applied')}) FROM unnest(${names}::text[]) AS name`.execute(
    transaction,
  )
  await sql`
    INSERT INTO ${sql.id(migrationsSchema, 'checksums')} (name, checksum)
    SELECT * FROM unnest(${names}::text[], ${checksums}::text[])`.execute(transaction)
  for (const table of ['applied', 'checksums'])
    await sql`DELETE FROM ${sql.id(migrationsSchema, table)} WHERE name = ANY (${old}::text[])`.execute(transaction)
}
