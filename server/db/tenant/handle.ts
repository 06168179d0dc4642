import { type CompiledQuery, type Dialect, type Driver, Kysely, PostgresIntrospector } from 'kysely'
import type { PipelinedClient } from '../driver/pipelined-client.ts'
import type { Database } from '../schema.ts'
import { adapter, compiler, type Send, TenantExecutor } from './executor.ts'
import { withTenant } from './own-tenant.ts'
import { TenantPlugin } from './plugin.ts'

/**
 * A handle inside one transaction of one tenant. Rules receive it; only this file creates it. What a rule may say of the
 * transaction beyond its queries is in `verbs.ts`.
 */
export type TenantDatabase = Kysely<Database> & {
  readonly statements: Statements
  /**
   * Runs `work` below a savepoint. If it refuses or fails, everything it wrote is rolled back, and the transaction goes on.
   */
  savepoint<Result>(work: Work<Result>): Promise<Result>
}
export type Work<Result> = (database: TenantDatabase) => Promise<Result>

export const oncePlanned = 'SET LOCAL plan_cache_mode = force_generic_plan'

/**
 * How the following statements of a transaction are planned. `values`: for their parameters, because one plan for all keywords
 * would scan whole tables. `once`: by the generic plan, because the statement is written so that one plan serves all; a distributed
 * database chooses its node by the values, and plans as with `free`. `free`: as the database chooses, its default. `indexes`: never by scanning a table, because the rows are rare and the planner cannot know it.
 */
export type PlanMode = 'values' | 'once' | 'free' | 'indexes'
const planSettings: Record<PlanMode, string> = {
  values: 'SET LOCAL plan_cache_mode = force_custom_plan',
  once: oncePlanned,
  free: 'SET LOCAL plan_cache_mode = auto',
  indexes: 'SET LOCAL enable_seqscan = off',
}

/** The internals behind `verbs.ts`. */
type Internals = {
  /** A write whose outcome is not awaited: it is sent now and awaited with the commit. */
  deferToCommit(write: Promise<unknown>): void
  /** The same for one that is sent only when the work is done. */
  sendLast(write: () => Promise<unknown>): void
  plan(mode: PlanMode): void
  markIdempotent(): void
  behind(decision: Promise<unknown>): TenantDatabase
}
const ofHandle = new WeakMap<object, Internals>()
export const internals = (db: TenantDatabase): Internals => ofHandle.get(db) as Internals

/** The cost of a transaction so far: statements, and how often one was awaited before the next was sent. */
export type Statements = { count: number; roundTrips: number; isOver: boolean }

const transactionAborted = '25P02'

/** A transaction or a savepoint: its handle, and its state for the commit. */
export function bindTenant(client: PipelinedClient, organizationId: number) {
  const statements: Statements = { count: 0, roundTrips: 0, isOver: false }
  const pending: Promise<unknown>[] = []
  const refused: unknown[] = []
  let inFlight = 0
  let failure: unknown
  let isRepeatable = false
  // Statements behind a failed one fail because of it. The first failure is reported, in any order of awaiting.
  const tellFirst = (error: unknown): never => {
    if ((error as { code?: string }).code !== transactionAborted) failure ??= error
    throw failure ?? error
  }
  const send = async ({ sql, parameters }: CompiledQuery) => {
    // A rule that was abandoned after a refusal, or that did not await its writes, must not write any more.
    if (statements.isOver) throw failure ?? new Error('the transaction is over')
    statements.count++
    if (inFlight++ === 0) statements.roundTrips++
    try {
      return await client.send(sql, withTenant(parameters, organizationId))
    } catch (error) {
      return tellFirst(error)
    } finally {
      inFlight--
    }
  }
  const deferToCommit = (write: Promise<unknown>) => {
    // A failure before the commit is reported first; this one is awaited with it.
    write.catch((error) => refused.push(error))
    pending.push(write)
  }
  const last: (() => Promise<unknown>)[] = []
  const sendLast = (write: () => Promise<unknown>) => {
    last.push(write)
  }
  // Sent and answered with the next statement. If it fails, that one fails as well.
  const plan = (mode: PlanMode) => {
    if (mode !== 'once' || !client.isDistributed) client.send(planSettings[mode], []).catch(() => {})
  }
  const markIdempotent = () => {
    isRepeatable = true
  }
  /** The work is done: what is left is sent. */
  const finish = () => {
    for (const write of last.splice(0)) deferToCommit(write())
  }
  const end = () => {
    if (refused.length > 0) throw refused[0]
    statements.isOver = true
  }
  const plugins = [new TenantPlugin(organizationId)]
  const handle = (decision?: Promise<unknown>): TenantDatabase => {
    const behind: Send = async (query) => {
      const result = await send(query)
      await decision
      return result
    }
    const executor = new TenantExecutor(decision ? behind : send, plugins)
    const savepoint: TenantDatabase['savepoint'] = (work) => belowSavepoint(client, organizationId, work)
    const kysely = new Kysely<Database>({ config, dialect, driver, executor })
    const database = Object.assign(kysely, { statements, savepoint })
    ofHandle.set(database, { deferToCommit, sendLast, plan, markIdempotent, behind: handle })
    return database
  }
  /** Nothing more is sent. */
  const abandon = () => {
    statements.isOver = true
  }
  const outcome = { failure: () => failure, isRepeatable: () => isRepeatable }
  return { database: handle(), pending, finish, end, abandon, ...outcome }
}

/** Deferred writes are sent and awaited before the savepoint is released. */
async function belowSavepoint<Result>(
  client: PipelinedClient,
  organizationId: number,
  work: Work<Result>,
): Promise<Result> {
  await client.command('SAVEPOINT part')
  const { database, pending, finish, end, abandon, failure } = bindTenant(client, organizationId)
  try {
    const result = await work(database)
    finish()
    await Promise.all(pending)
    end()
    await client.command('RELEASE SAVEPOINT part')
    return result
  } catch (error) {
    abandon()
    await client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part')
    throw failure() ?? error
  }
}

const nothing = async () => {}
// Kysely receives its transaction, not a way to begin one.
const driver: Driver = {
  init: nothing,
  destroy: nothing,
  acquireConnection: refuse,
  releaseConnection: nothing,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
}
const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (database) => new PostgresIntrospector(database),
  createDriver: () => driver,
}
const config = { dialect }
async function refuse(): Promise<never> {
  throw new Error('a rule runs inside the transaction of its request and never makes its own')
}
