import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import { extendDistribution, statementsFor } from '../distributed/extend-distribution.ts'
import { reconnectDelay } from '../driver/connection-loss.ts'
import type { ConnectionSettings } from '../driver/pool.ts'
import { attachErrorHandlers } from '../driver/pool-error-handlers.ts'
import { adoptBaseline } from './adopt-baseline.ts'
import { checkDatabase } from './check-database.ts'
import { type MigrationFile, migrationsSchema, readMigrationFiles } from './migration-files.ts'
import { assertLimitedRole, prepareAppRole } from './roles.ts'
import { takeTurns } from './take-turns.ts'

export type MigrateOptions = {
  owner: ConnectionSettings
  /** The role the application works as. */
  app: ConnectionSettings
  /** Only for tests, whose cluster may lose everything. */
  isThrowaway?: boolean
  /** The folder of the numbered .sql files. */
  folder?: URL
  /** Takes what the operator should know of this database. */
  warn?: ((line: string) => void) | undefined
}

const migrationsFolder = new URL('../migrations/', import.meta.url)

/**
 * Brings the database to the state this version of the code needs, and proves that it is safe to work on. Everything
 * that is still to apply is applied in one transaction; of several servers that start at once one does it.
 * Answers the names of what was applied.
 */
export async function migrate({
  owner,
  app,
  isThrowaway = false,
  folder = migrationsFolder,
  warn = () => {},
}: MigrateOptions): Promise<string[]> {
  const settings = { ...owner, connectionTimeoutMillis: 10_000, application_name: 'mizan migrate' }
  const pool = attachErrorHandlers(new pg.Pool({ ...settings, max: 2 }))
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    // Servers that start at once take turns: what they do before the migrations cannot bear a race either.
    return await takeTurns(settings, warn, async () => {
      await checkDatabase(database, isThrowaway, warn)
      await prepareExtensions(database)
      await prepareAppRole(pool, owner, app)
      const steps = readMigrationFiles(folder)
      await prepareChecksums(database)
      await adoptBaseline(database, steps)
      await verifyChecksums(database, steps)
      const applied = await apply(database, steps)
      await extendDistribution(owner)
      await assertLimitedRole(app)
      return applied
    })
  } finally {
    await database.destroy()
  }
}

async function prepareExtensions(database: Kysely<unknown>): Promise<void> {
  for (const name of ['btree_gist', 'btree_gin', 'pg_trgm']) {
    const { rows } = await sql`SELECT FROM pg_extension WHERE extname = ${name}`.execute(database)
    if (rows.length > 0) continue
    try {
      await sql`CREATE EXTENSION IF NOT EXISTS ${sql.id(name)}`.execute(database)
    } catch (error) {
      throw extensionRefusal(name, error)
    }
  }
}

/** PostgreSQL has no such extension, or does not let this role make it. Anything else, such as a lost connection, is said as it is. */
export function extensionRefusal(name: string, error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (!['58P01', '0A000', '42501'].includes(code ?? '')) return refusalOf(error, `extension ${name}`)
  return new StartRefusal(
    `PostgreSQL lacks the extension ${name}: run "CREATE EXTENSION ${name}" as a superuser. (${message})`,
  )
}

async function prepareChecksums(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(migrationsSchema)}`.execute(database)
  await sql`CREATE TABLE IF NOT EXISTS ${sql.id(migrationsSchema, 'checksums')} (name text PRIMARY KEY, checksum text NOT NULL)`.execute(
    database,
  )
}

async function verifyChecksums(database: Kysely<unknown>, steps: MigrationFile[]): Promise<void> {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`SELECT name, checksum FROM ${sql.id(migrationsSchema, 'checksums')}`.execute(database)
  const unknown = rows.find(({ name }) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new StartRefusal(
      `The database was written by a newer version, or by one before 0.1.0 (it knows the migration ${unknown.name}): update the code, or start it once with version 0.1.0.`,
    )
  for (const { name, checksum } of rows) {
    if (steps.find((step) => step.name === name)?.checksum !== checksum) {
      throw new StartRefusal(
        `The migration ${name} was edited after it was applied: undo the edit and write a new migration instead.`,
      )
    }
  }
}

async function apply(database: Kysely<unknown>, steps: MigrationFile[]): Promise<string[]> {
  const migrations = steps.map(({ name, text, checksum }) => [
    name,
    {
      async up(transaction: Kysely<unknown>) {
        for (const part of await statementsFor(transaction, text)) await sql.raw(part).execute(transaction)
        await sql`INSERT INTO ${sql.id(migrationsSchema, 'checksums')} VALUES (${name}, ${checksum})`.execute(
          transaction,
        )
      },
    },
  ])
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableSchema: migrationsSchema,
    migrationTableName: 'applied',
    migrationLockTableName: 'applied_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    throw refusalOf(error, results.find((one) => one.status === 'Error')?.migrationName ?? 'the migrations')
  }
  return results.map((one) => one.migrationName)
}

/** The next attempt may succeed where the connection was lost; anything else needs a person. */
function refusalOf(error: unknown, failed: string): unknown {
  if (error instanceof StartRefusal || reconnectDelay(error, 1) !== undefined) return error
  return new StartRefusal(`The database could not be brought up to date (${failed}): ${(error as Error).message}`, {
    cause: error,
  })
}
