import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  Kysely,
  PostgresIntrospector,
  type RawBuilder,
  sql,
} from 'kysely'
import type { PipelinedClient } from '../driver/pipelined-client.ts'
import type { Database } from '../schema.ts'
import { type BatchedStatement, type BatchedWrite, createBatchedWrites } from './batched-writes.ts'
import { adapter, compiler, type Send, TenantExecutor } from './executor.ts'
import { createTurns, type Turn } from './lock-turns.ts'
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
  /** The same for works that run at the same time and take turns, as the requests of a group commit do. All of them are written or none. */
  savepointOfAll<Result>(works: readonly Work<Result>[]): Promise<Result[]>
}
export type Work<Result> = (database: TenantDatabase) => Promise<Result>

/**
 * How the following statements of a transaction are planned. `values`: for their parameters, because one plan for all keywords
 * would scan whole tables. `once`: by the generic plan, because the statement is written so that one plan serves all. `free`: as the
 * database chooses, its default. `indexes`: never by scanning a table, because the rows are rare and the planner cannot know it.
 */
export type PlanMode = 'values' | 'once' | 'free' | 'indexes'
const planSettings: Record<PlanMode, string> = {
  values: 'plan_cache_mode = force_custom_plan',
  once: 'plan_cache_mode = force_generic_plan',
  free: 'plan_cache_mode = auto',
  indexes: 'enable_seqscan = off',
}

/** The internals behind `verbs.ts`. */
type Internals = {
  /** A write whose outcome is not awaited: it is sent now and awaited with the commit. */
  deferToCommit(write: Promise<unknown>): void
  /** Statements of all members of the transaction (`batched-writes.ts`), sent when the last member has its turn. */
  batch: Batch
  plan(mode: PlanMode): void
  markIdempotent(): void
  behind(decision: Promise<unknown>): TenantDatabase
  /** The turn in a group commit (`inGroupCommit`). */
  turn: Turn
}
const ofHandle = new WeakMap<object, Internals>()
export const internals = (db: TenantDatabase): Internals => ofHandle.get(db) as Internals

export type Batch = {
  /** Writes that answers depend on: sent first. Each caller receives its own part. */
  write<Part, Answer>(statement: BatchedStatement<Part, Answer>, part: Part): Promise<Answer>
  /** Writes that no answer depends on: sent last, as one statement. */
  enqueue<Part>(write: BatchedWrite<Part>, part: Part): void
}
/** The cost of a transaction so far: statements, and how often one was awaited before the next was sent. */
export type Statements = { count: number; roundTrips: number; isOver: boolean }

const allOf = (kept: readonly RawBuilder<unknown>[]) =>
  sql`WITH ${kept.reduce((all, one) => sql`${all}, ${one}`)} SELECT`

const transactionAborted = '25P02'

/** A member of a transaction: its handle, and its state for the commit. */
function bind(client: PipelinedClient, organizationId: number, turn: Turn, batch: Batch) {
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
      return await client.send(sql, parameters)
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
  // Sent and answered with the next statement. If it fails, that one fails as well.
  const plan = (mode: PlanMode) => {
    client.send(`SET LOCAL ${planSettings[mode]}`, []).catch(() => {})
  }
  const markIdempotent = () => {
    isRepeatable = true
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
    const savepointOfAll: TenantDatabase['savepointOfAll'] = (works) => belowSavepoint(client, organizationId, works)
    const savepoint: TenantDatabase['savepoint'] = async (work) => {
      const [result] = await savepointOfAll([work])
      return result as Awaited<ReturnType<typeof work>>
    }
    const database = Object.assign(new Kysely<Database>({ config, dialect, driver, executor }), {
      ...{ statements, savepoint, savepointOfAll },
    })
    ofHandle.set(database, { deferToCommit, batch, plan, markIdempotent, behind: handle, turn })
    return database
  }
  return { database: handle(), pending, end, failure: () => failure, isRepeatable: () => isRepeatable }
}

/** Members of one transaction or savepoint: they take turns at writing, and share the statements that none of them waits for. */
export function bindMembers(client: PipelinedClient, organizationId: number, count: number) {
  const joint = createBatchedWrites({
    send: (outcome) => internals(first.database).deferToCommit(outcome),
    execute: (kept) => allOf(kept).execute(first.database),
  })
  const sendJoint = () => {
    if (!first.database.statements.isOver) joint.sendAll()
  }
  // Sent after the statements that the last member issues in this turn of the event loop.
  const { turns, ended } = createTurns(count, () => void setImmediate(sendJoint))
  const batch: Batch = { write: joint.write, enqueue: joint.enqueue }
  const members = turns.map((turn) => bind(client, organizationId, turn, batch))
  const first = members[0] as (typeof members)[number]
  return {
    members,
    /** Every write that was started has been sent, or has refused, when it resolves. `begun` fails with the first statements. */
    async run<Result>(works: readonly Work<Result>[], begun: Promise<unknown> = Promise.resolve()): Promise<Result[]> {
      const working = members.map(({ database }, index) =>
        (works[index] as Work<Result>)(database).finally(() => ended(index)),
      )
      const [, ...results] = await Promise.all([begun, ...working])
      sendJoint()
      await new Promise<void>((resolve) => process.nextTick(resolve))
      return results
    },
    /** Nothing more is sent. Callers that wait for a shared statement are rejected. */
    abandon(error: unknown): void {
      for (const { database } of members) database.statements.isOver = true
      joint.end(error)
    },
    failure: (): unknown => members.map((member) => member.failure()).find((failure) => failure !== undefined),
  }
}

/** Deferred writes are sent and awaited before the savepoint is released. */
async function belowSavepoint<Result>(
  client: PipelinedClient,
  organizationId: number,
  works: readonly Work<Result>[],
): Promise<Result[]> {
  if (works.length === 0) return []
  await client.command('SAVEPOINT part')
  const { members, run, abandon, failure } = bindMembers(client, organizationId, works.length)
  try {
    const results = await run(works)
    await Promise.all(members.flatMap(({ pending }) => pending))
    for (const member of members) member.end()
    await client.command('RELEASE SAVEPOINT part')
    return results
  } catch (error) {
    abandon(error)
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
