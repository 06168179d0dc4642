import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import { reconnectDelay } from '../driver/connection-loss.ts'
import type { ConnectionSettings } from '../driver/pool.ts'
import { attachErrorHandlers } from '../driver/pool-error-handlers.ts'
import { checkDatabase } from './check-database.ts'
import { assertLimitedRole, prepareAppRole } from './roles.ts'

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
type Step = { name: string; text: string; checksum: string }

const migrationsFolder = new URL('../migrations/', import.meta.url)
// The application has no rights in this schema: it can neither read nor forge what was applied.
const schema = 'mizan_migrations'

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
  warn,
}: MigrateOptions): Promise<string[]> {
  const settings = { ...owner, connectionTimeoutMillis: 10_000, application_name: 'mizan migrate' }
  const pool = attachErrorHandlers(new pg.Pool({ ...settings, max: 2 }))
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const guard = new pg.Client(settings)
  guard.on('error', () => {})
  try {
    // Servers that start at once take turns: what they do before the migrations cannot bear a race either.
    await guard.connect()
    await guard.query(`SELECT pg_advisory_lock(hashtext('mizan migrate'))`)
    await checkDatabase(database, isThrowaway, warn)
    await prepareExtensions(database)
    await prepareAppRole(pool, owner, app)
    const steps = readSteps(folder)
    await verifyChecksums(database, steps)
    const applied = await apply(database, steps)
    await assertLimitedRole(app)
    return applied
  } finally {
    await guard.end()
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
      throw new StartRefusal(
        `PostgreSQL lacks the extension ${name}: run "CREATE EXTENSION ${name}" as a superuser. (${(error as Error).message})`,
      )
    }
  }
}

function readSteps(folder: URL): Step[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new StartRefusal(`The migration ${odd} must be named like 0007-what-it-does.sql.`)
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    // A checkout may turn line ends around; that is no edit.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    return { name: name.slice(0, -'.sql'.length), text, checksum }
  })
}

async function verifyChecksums(database: Kysely<unknown>, steps: Step[]): Promise<void> {
  await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(schema)}`.execute(database)
  await sql`CREATE TABLE IF NOT EXISTS ${sql.id(schema, 'checksums')} (name text PRIMARY KEY, checksum text NOT NULL)`.execute(
    database,
  )
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`SELECT name, checksum FROM ${sql.id(schema, 'checksums')}`.execute(database)
  for (const { name, checksum } of rows) {
    const step = steps.find((one) => one.name === name)
    if (!step)
      throw new StartRefusal(
        `The database was written by a newer version (it knows the migration ${name}): update the code.`,
      )
    if (step.checksum !== checksum) {
      throw new StartRefusal(
        `The migration ${name} was edited after it was applied: undo the edit and write a new migration instead.`,
      )
    }
  }
}

async function apply(database: Kysely<unknown>, steps: Step[]): Promise<string[]> {
  const migrations = steps.map(({ name, text, checksum }) => [
    name,
    {
      async up(transaction: Kysely<unknown>) {
        await sql.raw(text).execute(transaction)
        await sql`INSERT INTO ${sql.id(schema, 'checksums')} VALUES (${name}, ${checksum})`.execute(transaction)
      },
    },
  ])
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableSchema: schema,
    migrationTableName: 'applied',
    migrationLockTableName: 'applied_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error && reconnectDelay(error, 1) !== undefined) throw error
  if (error) {
    const failed = results.find((one) => one.status === 'Error')?.migrationName ?? 'the migrations'
    throw new StartRefusal(`The database could not be brought up to date (${failed}): ${(error as Error).message}`, {
      cause: error,
    })
  }
  return results.map((one) => one.migrationName)
}
