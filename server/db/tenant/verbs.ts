import type { RawBuilder } from 'kysely'
import type { BatchedStatement, BatchedWrite } from './batched-writes.ts'
import { internals, type PlanMode, type TenantDatabase } from './handle.ts'
import type { LockRows } from './lock-turns.ts'

// The functions a rule may use of its transaction beyond queries. How statements travel, are planned, grouped and
// committed is decided behind them; a test forbids everything else outside server/db.

/**
 * Writes whose results the rule does not need. They are sent now, in this order, and awaited together with the commit; if one
 * fails, the transaction is rolled back.
 */
export function sendWrites(db: TenantDatabase, ...writes: readonly Promise<unknown>[]): void {
  for (const one of writes) internals(db).deferToCommit(one)
}

/** Writes that no answer shows, as one statement with those of the other requests in the transaction. Sent last. */
export function sendShared<Part>(db: TenantDatabase, write: BatchedWrite<Part>, part: Part): void {
  internals(db).batch.enqueue(write, part)
}

/** The same for what an answer is made of: each caller receives its own part. Sent before `sendShared`. */
export function insertShared<Part, Answer>(
  db: TenantDatabase,
  statement: BatchedStatement<Part, Answer>,
  part: Part,
): Promise<Answer> {
  return internals(db).batch.write(statement, part)
}

/**
 * Locks rows together with those of the other requests in the transaction, in the order of their keys. Resolves when it is the
 * caller's turn to write. A caller that changes a row leaves its new state in the object, for those after it.
 */
export function lockShared<Row>(
  db: TenantDatabase,
  keys: readonly number[],
  lock: LockRows<Row>,
): Promise<Map<number, Row>> {
  return internals(db).turn.acquireInOrder(keys, lock)
}

/**
 * Everything that the other requests in the transaction must find has been sent: the next one may write. Call it before awaiting
 * `insertShared`, which is sent when the last of them has passed. A request that ends has passed.
 */
export function passTurn(db: TenantDatabase): void {
  internals(db).turn.release()
}

/** Runs a query with this way of planning, which also applies to the statements that follow in the transaction. */
export function runPlanned<Row>(db: TenantDatabase, mode: PlanMode, query: RawBuilder<Row>): Promise<{ rows: Row[] }> {
  internals(db).plan(mode)
  return query.execute(db)
}

/** The statements that follow in the transaction are planned this way. */
export function planFollowing(db: TenantDatabase, mode: PlanMode): void {
  internals(db).plan(mode)
}

/** The same transaction, whose answers all wait for `decision`: statements are sent before it is known. */
export function answeringAfter(db: TenantDatabase, decision: Promise<unknown>): TenantDatabase {
  return internals(db).behind(decision)
}

/** The work first checks whether it was already done. If the outcome of its commit is unknown, it may run again. */
export function markRepeatable(db: TenantDatabase): void {
  internals(db).markIdempotent()
}
