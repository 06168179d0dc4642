import { setTimeout as sleep } from 'node:timers/promises'
import { reconnectDelay } from '../driver/connection-loss.ts'
import { connect, type Pool } from '../driver/pool.ts'
import { bindTenant, oncePlanned, type Work } from './handle.ts'

export type { Statements, TenantDatabase, Work } from './handle.ts'
/** How a call gets its transaction. */
export type Transact<Ask> = <Result>(
  pool: Pool,
  organizationId: number,
  ask: Ask,
  work: Work<Result>,
) => Promise<Result>
export type TransactionMode = 'write' | 'read' | 'snapshot'

const beginnings: Record<TransactionMode, readonly string[]> = {
  // Writes look rows up by key: one generic plan serves all and is not rebuilt per transaction. Reads keep the choice,
  // because the filter of a list decides how it is read best.
  write: ['BEGIN', oncePlanned, 'SET LOCAL enable_seqscan = off'],
  read: ['BEGIN READ ONLY'],
  // A report reads several statements from one snapshot.
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'],
}
/**
 * What SET LOCAL says reaches the nodes, where row security reads the organization. Said here and not by the role: nodes would pass it on to
 * themselves.
 */
const distributed = ([begin = '', ...rest]: readonly string[]): string[] => [
  begin,
  `SET LOCAL citus.propagate_set_commands = 'local'`,
  ...rest.filter((text) => text !== oncePlanned),
]
const retriesMaximum = 3

/**
 * Runs `work` in one transaction that sees and writes only this tenant. Deadlocks and serialization failures are
 * retried up to three times, and a restarting database is awaited, so `work` must be a pure function of its input and
 * the database. If the connection is lost during the commit, the outcome is unknown: only work that first checks
 * whether it was done (`markRepeatable`) is retried.
 */
export async function inTenant<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  work: Work<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptTransaction(pool, organizationId, mode, work)
    if ('result' in outcome) return outcome.result
    const pause = outcome.isRepeatable ? pauseBefore(attempt, outcome.error) : undefined
    if (pause === undefined) throw outcome.error
    await sleep(pause)
  }
}

/**
 * `isRepeatable`: nothing was committed, or the work checks first whether it was done. Otherwise the connection was
 * lost during its commit.
 */
type Outcome<Result> = { result: Result } | { error: unknown; isRepeatable: boolean }

/** One attempt at one transaction. */
export async function attemptTransaction<Result>(
  pool: Pool,
  organizationId: number,
  mode: TransactionMode,
  work: Work<Result>,
): Promise<Outcome<Result>> {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) throw new Error('a tenant is a positive integer')
  const client = await connectSoon(pool).catch((error: unknown) => ({ error, isRepeatable: true }))
  if ('error' in client) return client
  if (mode === 'write' && client.isStandby) {
    const error = new StandbyError()
    client.release(error)
    return { error, isRepeatable: true }
  }
  let broken: Error | undefined
  let isAnswered = false
  let isCommitting = false
  const { database, pending, finish, end, abandon, failure, isRepeatable } = bindTenant(client, organizationId)
  try {
    // These travel with the first statements of the work, and fail with them.
    const begun = Promise.all([
      ...(client.isDistributed ? distributed(beginnings[mode]) : beginnings[mode]).map((text) => client.command(text)),
      // A statement, not set_config(): only SET LOCAL reaches the workers of a distributed database (R13). It takes
      // no parameters, hence the integer check above.
      client.commandOnce(`SET LOCAL app.organization_id = ${organizationId}`),
    ])
    const [, result] = await Promise.all([begun, work(database)])
    finish()
    // Refusals of statements that were sent together with the last ones are known.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    end()
    isAnswered = mode !== 'write'
    if (isAnswered) {
      endLater(pool, client)
      return { result }
    }
    isCommitting = true
    // In one write with the last statements: if those fail, the database skips the commit.
    const commit = client.command('COMMIT').catch((error) => {
      throw failure() ?? error
    })
    const [committed] = await Promise.all([commit, ...pending])
    if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database')
    return { result }
  } catch (error) {
    abandon()
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost
    })
    return { error, isRepeatable: !isCommitting || saysUndone(error) || isRepeatable() }
  } finally {
    if (!isAnswered) client.release(broken)
  }
}

/**
 * The connection leads to a standby, for example to a former primary that a proxy still takes for the primary. It may hold commits that
 * were never acknowledged and will be lost, so not even a stored answer may be read from it. The attempt is repeated, as with a server that is starting.
 */
class StandbyError extends Error {
  readonly code = '57P03'
  constructor() {
    super('the database is read here, and written elsewhere')
  }
}

const endings = new WeakMap<Pool, Set<Promise<void>>>()

/** A read is valid however its transaction ends: only its connection waits for that. */
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

/** The database itself refused, at the commit or before, and has rolled back: nothing is unknown. */
const saysUndone = (error: unknown) => /^(?!08|57P|58)(\d|F0|HV|P0|XX)/.test(String((error as { code?: string }).code))

/** Milliseconds before retrying what certainly was not done; undefined if a retry is useless. */
function pauseBefore(attempt: number, error: unknown): number | undefined {
  const { code } = error as { code?: string }
  if (code !== '40001' && code !== '40P01') return reconnectDelay(error, attempt)
  return attempt > retriesMaximum ? undefined : 5 * attempt + Math.random() * 20 * attempt
}
