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

/** A handle inside one transaction of one tenant. Rules receive it; only this file makes it. */
export type TenantDatabase = Kysely<Database> & {
  readonly statements: Statements
  /** A write of one statement whose outcome nothing waits for: sent now, awaited together with the commit. */
  deferToCommit(write: Promise<unknown>): void
  /** The same by one statement of all who share the transaction (`joint-writes.ts`), sent when the last of them has passed. */
  batch: Batch
  /** From here on each statement is planned for what it asks: where one plan for all keywords reads whole tables. */
  forceCustomPlan(): void
  /** From here on each statement has the plan that serves all: where it is told so exactly that one plan does. */
  forceGenericPlan(): void
  /** From here on the database chooses between the two, as it does where nobody said. */
  restorePlanChoice(): void
  /** From here on no table is read from end to end: where what is looked for is rare and the planner cannot know it. */
  disableSeqScan(): void
  /** Whoever does this looks first whether it was done before: should nobody hear what became of the commit, it is done again. */
  markIdempotent(): void
  /** The same transaction, of which every answer waits for the decision: statements travel before it is known. */
  behind(decision: Promise<unknown>): TenantDatabase
  /** The place among those who share the transaction (`inSharedTenant`). */
  readonly turn: Turn
}
export type Batch = {
  /** What answers are made of: sent first. Each is answered his own part. */
  write<Part, Answer>(statement: BatchedStatement<Part, Answer>, part: Part): Promise<Answer>
  /** What no answer shows: sent last, all of it as one statement. */
  enqueue<Part>(write: BatchedWrite<Part>, part: Part): void
}
export type Work<Result> = (database: TenantDatabase) => Promise<Result>
/** How what is asked gets its transaction. */
export type Transact<Ask> = <Result>(
  pool: Pool,
  organizationId: number,
  ask: Ask,
  work: Work<Result>,
) => Promise<Result>
/** What a transaction cost so far: statements, and how often one had to be awaited before the next was sent. */
export type Statements = { count: number; roundTrips: number; isOver: boolean }
export type TransactionMode = 'write' | 'read' | 'snapshot'

const beginnings: Record<TransactionMode, readonly string[]> = {
  // Writes look rows up by their keys: one plan serves them all, and is not made anew in each transaction. Reads keep the
  // choice, for what a list is filtered by decides how it is best read.
  write: ['BEGIN', 'SET LOCAL plan_cache_mode = force_generic_plan', 'SET LOCAL enable_seqscan = off'],
  read: ['BEGIN READ ONLY'],
  // Reports read several statements of one moment.
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'],
}
const retriesMaximum = 3

/**
 * Runs `work` in one transaction that sees and writes only this tenant. Deadlocks and serialization failures are
 * retried up to three times, a database that restarts is waited for: `work` must be a pure function of its input and
 * the database. Only when the connection is lost under the commit is nothing tried again that does not look first
 * whether it was done (`mayRepeat`): it may have been made.
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

/** `isRepeatable`: nothing of it lasts, or all who did it look whether it does. Else the connection was lost under their commit. */
export type Outcome<Result> = { results: Result[] } | { error: unknown; isRepeatable: boolean }

/**
 * One attempt at one transaction of all these works, which run at the same time and take turns where they write. Either
 * all of them are committed or none.
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
  // Behind what the last of them asks for in this turn of the event loop.
  const { turns, ended } = createTurns(works.length, () => void setImmediate(sendJoint))
  const batch: Batch = { write: joint.write, enqueue: joint.enqueue }
  const members = turns.map((turn) => bind(client, organizationId, turn, batch))
  try {
    // They travel with the first statements of the work, and fail with them.
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
    // Every write that was begun is on its way, or has refused, before the commit follows it.
    sendJoint()
    await new Promise<void>((resolve) => process.nextTick(resolve))
    for (const member of members) member.end()
    isAnswered = mode !== 'write'
    if (isAnswered) {
      endLater(pool, client)
      return { results }
    }
    isCommitting = true
    // Behind what was written last, in one write: should that fail, the database passes over the commit.
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

/** What was read stands however its transaction ends: only its connection waits for that. */
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

/** A connection that is about to be free knows its statements already; a new one would plan them all again. */
async function connectSoon(pool: Pool) {
  const soon = endings.get(pool)
  if (soon && soon.size > 0 && pool.idleCount === 0) await Promise.race(soon)
  return connect(pool)
}

const transactionAborted = '25P02'

/** The database itself said no, to the commit or to what stood before it, and has undone what was written: it was not lost. */
const saysUndone = (error: unknown) => /^(?!08|57P|58)(\d|F0|HV|P0|XX)/.test(String((error as { code?: string }).code))

/** Milliseconds before trying again what certainly did not happen; undefined where that would be of no use. */
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
  // What was sent behind a failed statement fails because of it: whichever is awaited first, the first failure is told.
  const tellFirst = (error: unknown): never => {
    if ((error as { code?: string }).code !== transactionAborted) failure ??= error
    throw failure ?? error
  }
  const send = async ({ sql, parameters }: CompiledQuery) => {
    // A rule that was left behind by a refusal, or that did not await what it wrote, must not write beside it.
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
    // Whatever fails before the commit is told first; this one is awaited with it.
    write.catch((error) => refused.push(error))
    pending.push(write)
  }
  // Sent along and answered with the statement behind it; should it fail, so does that.
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
// Kysely is given its transaction, not a way to begin one.
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
