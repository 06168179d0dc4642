import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Pool } from './pool.ts'
import type { Database } from './schema.ts'
import { TenantPlugin } from './tenant-plugin.ts'

/** A handle inside one transaction of one tenant. Rules receive it; only this file makes it. */
export type TenantDatabase = Kysely<Database> & { readonly statements: { count: number } }
export type TransactionMode = 'write' | 'read' | 'snapshot'

const begin: Record<TransactionMode, string> = {
  write: 'BEGIN',
  read: 'BEGIN READ ONLY',
  // Reports read several statements of one moment.
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
}
const retriesMaximum = 3

/**
 * Runs `work` in one transaction that sees and writes only this tenant. Deadlocks and serialization failures are
 * retried up to three times: `work` must be a pure function of its input and the database.
 */
export async function inTenant<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  work: (database: TenantDatabase) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, organizationId, mode, work)
    } catch (error) {
      if (attempt > retriesMaximum || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt + Math.random() * 20 * attempt))
    }
  }
}

async function once<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  work: (database: TenantDatabase) => Promise<Result>,
): Promise<Result> {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) throw new Error('a tenant is a positive integer')
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // A statement, not set_config(): only SET LOCAL reaches the workers of a distributed database (R13). It takes
    // no parameters, hence the integer check above.
    await client.query(`${begin[mode]}; SET LOCAL app.organization_id = ${organizationId}`)
    const result = await work(bind(client, organizationId))
    const ended = await client.query('COMMIT')
    if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function isTransient(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === '40001' || code === '40P01'
}

function bind(client: pg.PoolClient, organizationId: number): TenantDatabase {
  const statements = { count: 0 }
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      statements.count++
      const result = await client.query(query.sql, query.parameters as unknown[])
      const numAffectedRows = ['INSERT', 'UPDATE', 'DELETE'].includes(result.command)
        ? BigInt(result.rowCount ?? 0)
        : undefined
      return { rows: result.rows ?? [], numAffectedRows }
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered inside a tenant transaction
    async *streamQuery() {
      throw new Error('not supported')
    },
  }
  const database = new Kysely<Database>({
    dialect: boundDialect(connection),
    plugins: [new TenantPlugin(organizationId)],
  })
  return Object.assign(database, { statements })
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const nothing = async () => {}
const boundDialect = (connection: DatabaseConnection) => ({
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (database: Kysely<never>) => new PostgresIntrospector(database),
  createDriver: (): Driver => ({
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  }),
})
async function refuse(): Promise<void> {
  throw new Error('a rule runs inside the transaction of its request and never makes its own')
}
