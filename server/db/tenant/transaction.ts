import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  Kysely,
  PostgresIntrospector,
  type RawBuilder,
  sql,
} from 'kysely'
import { reconnectDelay } from '../driver/connection-loss.ts'
import type { PipelinedClient } from '../driver/pipelined-client.ts'
import { connect, type Pool } from '../driver/pool.ts'
import type { Database } from '../schema.ts'
import { type BatchedStatement, type BatchedWrite, createBatchedWrites } from './batched-writes.ts'
import { adapter, compiler, type Send, TenantExecutor } from './executor.ts'
import { createTurns, type Turn } from './lock-turns.ts'
import { TenantPlugin } from './plugin.ts'

/** A handle inside one transaction of one tenant. Rules receive it; only this file creates it. */
export type TenantDatabase = Kysely<Database> & {
  readonly statements: Statements
  /** A write of one statement whose outcome is not awaited: it is sent now and awaited with the commit. */
  deferToCommit(write: Promise<unknown>): void
  /**
   * The same, as one statement of all members of the transaction (`batched-writes.ts`), sent when the last member has
   * passed.
   */
  batch: Batch
  /**
   * From here on each statement is planned for its parameters: one generic plan for all keywords would scan whole
   * tables.
   */
  forceCustomPlan(): void
  /** From here on each statement uses its generic plan, because it is written so that one plan serves all. */
  forceGenericPlan(): void
  /** From here on the database chooses between both plans, which is its default. */
  restorePlanChoice(): void
  /** From here on no table is scanned sequentially: the rows are rare and the planner cannot know it. */
  disableSeqScan(): void
  /**
   * Declares that the work first checks whether it was already done. If the outcome of the commit is unknown, it may
   * run again.
   */
  markIdempotent(): void
  /** The same transaction, whose answers all wait for `decision`: statements are sent before it is known. */
  behind(decision: Promise<unknown>): TenantDatabase
  /** The turn in a group commit (`inGroupCommit`). */
  readonly turn: Turn
}
export type Batch = {
  /** What answers are made of: sent first. Each caller receives its own part. */
  write<Part, Answer>(statement: BatchedStatement<Part, Answer>, part: Part): Promise<Answer>
  /** What no answer shows: sent last, all of it as one statement. */
  enqueue<Part>(write: BatchedWrite<Part>, part: Part): void
}
export type Work<Result> = (database: TenantDatabase) => Promise<Result>
/** How a call gets its transaction. */
export type Transact<Ask> = <Result>(
  pool: Pool,
  organizationId: number,
  ask: Ask,
  work: Work<Result>,
) => Promise<Result>
/** The cost of a transaction so far: statements, and how often one was awaited before the next was sent. */
export type Statements = { count: number; roundTrips: number; isOver: boolean }
export type TransactionMode = 'write' | 'read' | 'snapshot'

const beginnings: Record<TransactionMode, readonly string[]> = {
  // Writes look rows up by key: one generic plan serves all and is not rebuilt per transaction. Reads keep the choice,
  // because the filter of a list decides how it is read best.
  write: ['BEGIN', 'SET LOCAL plan_cache_mode = force_generic_plan', 'SET LOCAL enable_seqscan = off'],
  read: ['BEGIN READ ONLY'],
  // A report reads several statements from one snapshot.
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'],
}
const retriesMaximum = 3

/**
 * Runs `work` in one transaction that sees and writes only this tenant. Deadlocks and serialization failures are
 * retried up to three times, and a restarting database is awaited, so `work` must be a pure function of its input and
 * the database. If the connection is lost during the commit, the outcome is unknown: only work that first checks
 * whether it was done (`markIdempotent`) is retried.
 */
export async function inTenant<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  work: Work<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptTransaction(pool, organizationId, mode, [work])
    if ('results' in outcome) return outcome.results[0] as Result
    const pause = outcome.isRepeatable ? pauseBefore(attempt, outcome.error) : undefined
    if (pause === undefined) throw outcome.error
    await sleep(pause)
  }
}

/**
 * `isRepeatable`: nothing was committed, or all works check first whether they were done. Otherwise the connection was
 * lost during their commit.
 */
export type Outcome<Result> = { results: Result[] } | { error: unknown; isRepeatable: boolean }

/**
 * One attempt at one transaction of all these works. They run concurrently and take turns at writing. Either all of
 * them are committed or none.
 */
export async function attemptTransaction<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  works: readonly Work<Result>[],
  onCommit = () => {},
): Promise<Outcome<Result>> {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) throw new Error('a tenant is a positive integer')
  const client = await connectSoon(pool).catch((error: unknown) => ({ error, isRepeatable: true }))
  if ('error' in client) return client
  let broken: Error | undefined
  let isAnswered = false
  let isCommitting = false
  const joint = createBatchedWrites({
    send: (outcome) => members[0]?.database.deferToCommit(outcome),
    execute: (kept) => allOf(kept).execute((members[0] as (typeof members)[number]).database),
  })
  const sendJoint = () => {
    if (!members[0]?.database.statements.isOver) joint.sendAll()
  }
  // Sent after the statements that the last member issues in this turn of the event loop.
  const { turns, ended } = createTurns(works.length, () => void setImmediate(sendJoint))
  const batch: Batch = { write: joint.write, enqueue: joint.enqueue }
  const members = turns.map((turn) => bind(client, organizationId, turn, batch))
  try {
    // These travel with the first statements of the work, and fail with them.
    const begun = Promise.all([
      ...beginnings[mode].map((text) => client.command(text)),
      // A statement, not set_config(): only SET LOCAL reaches the workers of a distributed database (R13). It takes
      // no parameters, hence the integer check above.
      client.commandOnce(`SET LOCAL app.organization_id = ${organizationId}`),
    ])
    const working = members.map(({ database }, index) =>
      (works[index] as Work<Result>)(database).finally(() => ended(index)),
    )
    const [, ...results] = await Promise.all([begun, ...working])
    // Every write that was started has been sent, or has refused, before the commit follows.
    sendJoint()
    await new Promise<void>((resolve) => process.nextTick(resolve))
    for (const member of members) member.end()
    isAnswered = mode !== 'write'
    if (isAnswered) {
      endLater(pool, client)
      return { results }
    }
    isCommitting = true
    // In one write with the last statements: if those fail, the database skips the commit.
    const commit = client.command('COMMIT').catch((error) => {
      throw members.map((member) => member.failure()).find((failure) => failure !== undefined) ?? error
    })
    onCommit()
    const [committed] = await Promise.all([commit, ...members.flatMap(({ pending }) => pending)])
    if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database')
    return { results }
  } catch (error) {
    for (const { database } of members) database.statements.isOver = true
    joint.end(error)
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    const mayRepeat = members.every((member) => member.isRepeatable())
    return { error, isRepeatable: !isCommitting || saysUndone(error) || mayRepeat }
  } finally {
    if (!isAnswered) client.release(broken)
  }
}

const allOf = (kept: readonly RawBuilder<unknown>[]) =>
  sql`WITH ${kept.reduce((all, one) => sql`${all}, ${one}`)} SELECT`

const endings = new WeakMap<Pool, Set<Promise<void>>>()

/** What was read is valid however its transaction ends: only its connection waits for that. */
function endLater(pool: Pool, client: Awaited<ReturnType<typeof connect>>): void {
  const all = endings.get(pool) ?? new Set()
  endings.set(pool, all)
  const ending: Promise<void> = client
    .command('END')
    .then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    )
    .finally(() => all.delete(ending))
  all.add(ending)
}

/** A connection that is about to be free has its statements prepared; a new one would plan all of them again. */
async function connectSoon(pool: Pool) {
  const soon = endings.get(pool)
  if (soon && soon.size > 0 && pool.idleCount === 0) await Promise.race(soon)
  return connect(pool)
}

const transactionAborted = '25P02'

/** The database itself refused, at the commit or before, and has rolled back: nothing is unknown. */
const saysUndone = (error: unknown) => /^(?!08|57P|58)(\d|F0|HV|P0|XX)/.test(String((error as { code?: string }).code))

/** Milliseconds before retrying what certainly was not done; undefined if a retry is useless. */
export function pauseBefore(attempt: number, error: unknown): number | undefined {
  const { code } = error as { code?: string }
  if (code !== '40001' && code !== '40P01') return reconnectDelay(error, attempt)
  return attempt > retriesMaximum ? undefined : 5 * attempt + Math.random() * 20 * attempt
}

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
  // Sent and answered with the statement behind it. If it fails, that one fails as well.
  const setting = (text: string) => () => {
    client.send(`SET LOCAL ${text}`, []).catch(() => {})
  }
  const plans = {
    forceCustomPlan: setting('plan_cache_mode = force_custom_plan'),
    forceGenericPlan: setting('plan_cache_mode = force_generic_plan'),
    restorePlanChoice: setting('plan_cache_mode = auto'),
    disableSeqScan: setting('enable_seqscan = off'),
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
    const database = new Kysely<Database>({ config, dialect, driver, executor })
    return Object.assign(database, { statements, deferToCommit, batch, ...plans, markIdempotent, behind: handle, turn })
  }
  return { database: handle(), pending, end, failure: () => failure, isRepeatable: () => isRepeatable }
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
