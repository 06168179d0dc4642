import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'

export const adapter = new PostgresAdapter()
export const compiler = new PostgresQueryCompiler()

/** Sends a statement on the connection of a transaction. */
export type Send = (query: CompiledQuery) => Promise<pg.QueryResult>

/**
 * Kysely's executor for a caller that already has its connection: no statement acquires or releases one, and no plugin
 * transforms results.
 */
export class TenantExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection
  constructor(send: Send, plugins: KyselyPlugin[]) {
    const connection = connectionOf(send)
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    super(compiler, adapter, provider, plugins)
    this.#connection = connection
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query)
  }
}

const connectionOf = (send: Send): DatabaseConnection => ({
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await send(query)
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  },
  // biome-ignore lint/correctness/useYield: streaming is not offered inside a tenant transaction
  async *streamQuery() {
    throw new Error('not supported')
  },
})
